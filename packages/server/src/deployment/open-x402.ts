import type { X402Executor, X402Options } from "@agent-treasury/executor-x402";
import { type PaymentExecutor, type PaymentMode, isTreasuryError } from "@agent-treasury/provider";
import type { PaidFetchOptions } from "@agent-treasury/treasury-core";
import { SettingsError } from "../settings/settings-error.ts";
import type { Settings, X402Setting } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

/**
 * An executor that pays sellers from the account of the key.
 *
 * @throws SettingsError for a network that the package does not know, and for live money beside the
 * sandbox.
 */
export async function openX402({
  x402,
  sandbox,
}: Pick<Settings, "x402" | "sandbox">): Promise<X402Executor | null> {
  if (x402 === null) return null;
  const { x402Executor } = await optionalPackage(
    "@agent-treasury/executor-x402",
    "X402_PRIVATE_KEY",
    () => import("@agent-treasury/executor-x402"),
  );
  const executor = x402Executor(optionsOf(x402));
  if (modeOf(executor) === "live" && sandbox) throw new SettingsError([liveBesideSandbox]);
  return executor;
}

/** An executor that pays sellers by MPP from the same account. Null unless the setting is on. */
export async function openMpp({ x402 }: Pick<Settings, "x402">): Promise<PaymentExecutor | null> {
  if (x402?.mpp !== true) return null;
  const { mppExecutor } = await optionalPackage(
    "@agent-treasury/executor-mpp",
    "X402_MPP",
    () => import("@agent-treasury/executor-mpp"),
  );
  return mppExecutor(optionsOf(x402));
}

function optionsOf({ privateKey, gasPrivateKey, network, rpcUrls }: X402Setting): X402Options {
  return {
    account: privateKey,
    rpcUrls: { [network]: rpcUrls },
    ...(gasPrivateKey !== undefined && { gasAccount: gasPrivateKey }),
  };
}

function modeOf(executor: PaymentExecutor): PaymentMode {
  try {
    return executor.mode();
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    const problem = `is not usable: ${error.message} Use a network in the README of @agent-treasury/executor-x402.`;
    throw new SettingsError([{ variable: "X402_NETWORK", problem }]);
  }
}

const liveBesideSandbox = {
  variable: "TREASURY_SANDBOX",
  problem:
    "must be off with a live X402_NETWORK, because sandbox deposits use test money. Set it to off, or use a test network.",
};

/**
 * The option `paidFetch`, or undefined without its settings.
 *
 * @throws SettingsError without an executor that reads prices.
 */
export function openPaidFetch(
  { paidFetch }: Pick<Settings, "paidFetch">,
  hasExecutor: boolean,
): PaidFetchOptions | undefined {
  if (paidFetch === null || hasExecutor) return paidFetch ?? undefined;
  const problem =
    "is not set, but requests to sellers are. Set the variables X402_…, so that sellers can be paid.";
  throw new SettingsError([{ variable: "X402_PRIVATE_KEY", problem }]);
}
