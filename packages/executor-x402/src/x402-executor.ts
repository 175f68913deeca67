import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { type EvmExecutor, evmExecutor } from "./evm-executor.ts";
import type { X402Options } from "./x402-options.ts";
import { x402Protocol } from "./x402-protocol.ts";

/** Pays by x402 what a quote of `quote` pins. */
export type X402Executor = EvmExecutor;

const optionNames: NamesOf<X402Options> = {
  account: true,
  gasAccount: true,
  rpcUrls: true,
  networks: true,
  timeoutSeconds: true,
};

/**
 * Creates an executor that pays sellers by x402: schemes `exact` and `upto`, by EIP-3009 or Permit2, from
 * an account with a plain key. Outcomes are read from the chain, never from a seller or facilitator.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` for wrong settings,
 * `spend_executor_error` if no RPC endpoint answers or an order is not the executor's own.
 *
 * @example const executor = x402Executor({ account, rpcUrls });
 */
export function x402Executor(options: X402Options): X402Executor {
  checkOptions("x402Executor", options, optionNames);
  return evmExecutor(options, x402Protocol);
}
