import {
  type ExecutorContext,
  Micros,
  type PaymentExecutor,
  TreasuryError,
} from "@agent-treasury/provider";
import { amountFromUsd, checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { sandboxChain } from "./sandbox-chain.ts";
import { sandboxExecutor } from "./sandbox-executor.ts";
import { type SandboxFacilitator, sandboxFacilitator } from "./sandbox-facilitator.ts";
import { sandboxAccounts } from "./sandbox-network.ts";
import {
  purchasesOf,
  refundPurchase,
  type SandboxPurchase,
  type SandboxRefund,
} from "./sandbox-purchases.ts";
import { type SandboxSellerRail, sandboxSellerRail } from "./sandbox-sales.ts";
import { sandboxProvider } from "./sandbox-terms.ts";
import {
  type SandboxTransfer,
  type SandboxTransferStore,
  sandboxTransfersInMemory,
} from "./sandbox-transfer.ts";

export interface SandboxRailOptions {
  /** Test money of the treasury's account at the start; 1,000 by default. */
  readonly balanceUsd?: number;
  /** How long payments to the slow seller stay unknown; 30 by default. */
  readonly unknownSeconds?: number;
  /** The storage of transfers; in memory by default. */
  readonly store?: SandboxTransferStore;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
}

/** A stand-in for a chain with test money, its payment executor, and a facilitator for sellers. */
export interface SandboxRail {
  /** Pays quotes of sellers on the sandbox's chain. Its provider is `sandbox`. */
  readonly executor: PaymentExecutor;
  readonly facilitator: SandboxFacilitator;
  /** For `paidEndpoint` of `@agent-treasury/seller-x402`, and for the option `incoming`. */
  readonly seller: SandboxSellerRail;
  balanceOf(account: string): Promise<Micros>;
  /** Returns what the treasury bought, newest first. */
  purchases(): Promise<readonly SandboxPurchase[]>;
  /**
   * Sends a payment back to the treasury, once, as a seller would.
   *
   * @param captureId Id of the spend's capture.
   * @throws TreasuryError `payment_processor_error` if the chain has no such payment.
   */
  refund(captureId: string): Promise<SandboxRefund>;
}

const optionNames: NamesOf<SandboxRailOptions> = {
  balanceUsd: true,
  unknownSeconds: true,
  store: true,
  now: true,
};

/**
 * Creates a rail for test money. Nothing is paid: a list of transfers stands in for a chain, and
 * signatures are those of the sandbox alone.
 *
 * @example
 * ```ts
 * import { sandboxOutbound, sandboxRail, sandboxSeller } from "@agent-treasury/sandbox";
 *
 * const rail = sandboxRail();
 * const seller = sandboxSeller(rail.facilitator);
 * const outbound = sandboxOutbound({ "https://seller.example": seller });
 * ```
 */
export function sandboxRail(options: SandboxRailOptions = {}): SandboxRail {
  checkOptions("sandboxRail", options, optionNames);
  const { balanceUsd = 1_000, unknownSeconds = 30, now = Date.now } = options;
  const funded = {
    account: sandboxAccounts.treasury,
    amount: amountFromUsd(balanceUsd, "balanceUsd"),
  };
  const chain = sandboxChain({ store: options.store ?? sandboxTransfersInMemory(), funded, now });
  const isReported = ({ to, at }: SandboxTransfer): boolean =>
    to !== sandboxAccounts.slowSeller || now() >= at + unknownSeconds * 1_000;

  let connected: ExecutorContext | undefined;
  const context = (): ExecutorContext => {
    if (connected !== undefined) return connected;
    throw new TreasuryError("spend_executor_error", "The sandbox's rail has no treasury yet.");
  };
  const connect = (to: ExecutorContext): void => void (connected = to);
  const own = { secret: crypto.randomUUID() };
  /** Persisted, because a payment is presented again after a restart. */
  const secret = async (): Promise<string> => {
    const stored = await connected?.store.put(`${sandboxProvider}/secret`, own, null);
    return typeof stored?.["secret"] === "string" ? stored["secret"] : own.secret;
  };

  const facilitator = sandboxFacilitator({ chain, secret, now });
  const deps = { chain, secret, context, connect, isReported, now };
  return {
    executor: sandboxExecutor(deps),
    facilitator,
    seller: sandboxSellerRail({ ...deps, facilitator }),
    balanceOf: (account) => chain.balanceOf(account),
    purchases: () => purchasesOf(chain),
    refund: async (captureId) => refundPurchase(captureId, chain, context().store),
  };
}
