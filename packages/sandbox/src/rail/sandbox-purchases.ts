import { type ExecutorStore, Micros, TreasuryError } from "@agent-treasury/provider";
import { type SandboxChain, movementIdOf } from "./sandbox-chain.ts";
import { sandboxAccounts } from "./sandbox-network.ts";
import { sandboxProvider } from "./sandbox-terms.ts";
import type { SandboxTransfer } from "./sandbox-transfer.ts";

/** A payment of the treasury on the sandbox's chain. */
export interface SandboxPurchase {
  readonly captureId: string;
  /** Account of the seller. */
  readonly payTo: string;
  readonly amount: Micros;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly isRefunded: boolean;
}

/** A payment that a seller sent back. */
export interface SandboxRefund {
  readonly id: string;
  readonly captureId: string;
  readonly amount: Micros;
  /** The spend that paid. */
  readonly workspaceId: string;
  readonly proposalId: string;
}

export interface PaidSpend {
  readonly workspaceId: string;
  readonly proposalId: string;
}

/** Persists which spend a transfer pays, so that a refund finds it. */
export async function storeSpend(
  transferId: string,
  { workspaceId, proposalId }: PaidSpend,
  store: ExecutorStore,
): Promise<void> {
  await store.put(keyOf(transferId), { workspaceId, proposalId }, null);
}

export async function purchasesOf(chain: SandboxChain): Promise<readonly SandboxPurchase[]> {
  const transfers = await chain.list();
  const ids = new Set(transfers.map(({ id }) => id));
  return transfers
    .filter(({ from }) => from === sandboxAccounts.treasury)
    .map((transfer) => ({
      captureId: movementIdOf(transfer),
      payTo: transfer.to,
      amount: Micros.of(transfer.amount),
      at: transfer.at,
      isRefunded: ids.has(refundIdOf(transfer)),
    }))
    .toReversed();
}

export async function refundPurchase(
  captureId: string,
  chain: SandboxChain,
  store: ExecutorStore,
): Promise<SandboxRefund> {
  const payment = (await chain.list()).find(
    (one) => movementIdOf(one) === captureId && one.from === sandboxAccounts.treasury,
  );
  const { workspaceId, proposalId } = (payment && (await store.get(keyOf(payment.id)))) ?? {};
  if (!payment || typeof workspaceId !== "string" || typeof proposalId !== "string") {
    throw new TreasuryError("payment_processor_error", `The sandbox has no payment ${captureId}.`);
  }
  const amount = Micros.of(payment.amount);
  const id = refundIdOf(payment);
  const { from, to } = payment;
  const { kind } = await chain.transfer({ id, from: to, to: from, amount, expiresAt: null });
  if (kind === "insufficient_funds") {
    throw new TreasuryError("payment_processor_error", "The seller's account is empty.");
  }
  return { id: movementIdOf({ id }), captureId, amount, workspaceId, proposalId };
}

function refundIdOf({ id }: SandboxTransfer): string {
  return `refund:${id}`;
}

function keyOf(transferId: string): string {
  return `${sandboxProvider}/spend/${transferId}`;
}
