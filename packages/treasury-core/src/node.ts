/**
 * Internals of the handler for adapters to frameworks on Node's HTTP server. Any release may change
 * them. Other adapters use `treasury.handler`.
 *
 * @module
 */
export { answerFailure } from "./http/node/write-answer.ts";
export { checkedAddress } from "./http/node/checked-address.ts";
export { nodeListener } from "./http/node/node-listener.ts";
export type { MountedTreasury, NodeListener, NodeRequest } from "./http/node/node-types.ts";
