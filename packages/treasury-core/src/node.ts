/**
 * Internals of the handler for adapters to frameworks on Node's HTTP server. Any release may change
 * them. Other adapters use `treasury.handler`.
 *
 * @module
 */
export { answerFailure } from "./node-http/answer-failure.ts";
export { checkedAddress } from "./node-http/checked-address.ts";
export { nodeListener } from "./node-http/node-listener.ts";
export type { MountedTreasury, NodeListener, NodeRequest } from "./node-http/node-types.ts";
