export type { NetworkId, X402Network } from "./networks.ts";
export { type X402Executor, x402Executor } from "./x402-executor.ts";
export type { X402Options } from "./x402-options.ts";
