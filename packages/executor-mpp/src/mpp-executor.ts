import type { X402Options } from "@agent-treasury/executor-x402";
import { type EvmExecutor, evmExecutor } from "@agent-treasury/executor-x402/chain";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { mppProtocol } from "./mpp-protocol.ts";

/** Pays by MPP what a quote of `quote` pins. */
export type MppExecutor = EvmExecutor;

/** As those of `x402Executor`. Both executors may pay from one account. */
export type MppOptions = X402Options;

const optionNames: NamesOf<MppOptions> = {
  account: true,
  gasAccount: true,
  rpcUrls: true,
  networks: true,
  timeoutSeconds: true,
};

/**
 * Creates an executor that pays sellers by the Machine Payments Protocol: charges of the method `evm`, by
 * EIP-3009, from an account with a plain key. Outcomes are read from the chain, never from a seller.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` for wrong settings,
 * `spend_executor_error` if no RPC endpoint answers or an order is not the executor's own.
 *
 * @example const executor = mppExecutor({ account, rpcUrls });
 */
export function mppExecutor(options: MppOptions): MppExecutor {
  checkOptions("mppExecutor", options, optionNames);
  return evmExecutor(options, mppProtocol);
}
