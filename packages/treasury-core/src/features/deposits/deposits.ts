import type { DepositConfirmation, DepositSession } from "@agent-treasury/contract";
import { TreasuryError, Micros, type CheckoutReceipt } from "@agent-treasury/provider";
import { depositFromUsd } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { runKeyed } from "../../kernel/idempotency/run-keyed.ts";
import { timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { readTreasury } from "../../kernel/views/read-treasury.ts";
import { creditCollected, identityOf } from "./apply-event.ts";
import { checkPaymentMode, connectedPayments, pageAddress } from "./connected-payments.ts";

const checkoutLeaseMs = 30_000;

export interface DepositInput {
  readonly workspaceId: string;
  readonly amountUsd: unknown;
}

/**
 * Opens a checkout without crediting anything. A request with a key opens only one, because the
 * processor recognizes retries by the seed.
 */
export async function startDeposit(
  engine: Engine,
  baseUrl: string,
  input: DepositInput,
  keyed: KeyedRequest | null = null,
): Promise<DepositSession> {
  return runKeyed(engine, keyed, {
    leaseMs: checkoutLeaseMs,
    act: (seed) => openCheckout(engine, baseUrl, input, seed),
    keep: (session) => ({ ...session }),
    recall: async (session) => session,
  });
}

async function openCheckout(
  engine: Engine,
  baseUrl: string,
  { workspaceId, amountUsd }: DepositInput,
  idempotencyKey: string,
): Promise<DepositSession> {
  const payments = connectedPayments(engine);
  const amount = depositFromUsd(amountUsd, "amountUsd");
  await checkPaymentMode(engine, workspaceId);
  const session = await payments.createCheckout({
    workspaceId,
    amount,
    successUrl: `${baseUrl}/command?deposit_session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${baseUrl}/command?deposit_cancelled=1`,
    idempotencyKey,
  });
  return {
    id: session.id,
    url: pageAddress(session.url),
    amountUsd: Micros.toUsd(amount),
    workspaceId,
    expiresAt: timestampOrNull(session.expiresAt),
  };
}

/** Credits a checkout once, if the processor confirms its payment. */
export async function confirmDeposit(
  engine: Engine,
  workspaceId: string,
  sessionId: string,
): Promise<DepositConfirmation> {
  const payments = connectedPayments(engine);
  const receipt = await payments.readCheckout(sessionId);
  checkOwner(receipt, workspaceId);
  if (!receipt.paid) {
    const state = await readTreasury(engine, workspaceId);
    return { paid: false, duplicate: false, depositedUsd: 0, state };
  }
  checkMoney(receipt);
  const { duplicate } = await creditCollected(engine, identityOf(payments), {
    kind: "collected",
    purpose: "deposit",
    workspaceId,
    checkoutId: receipt.id,
    paymentReference: receipt.paymentReference ?? receipt.id,
    amount: receipt.amount,
    currency: receipt.currency,
  });
  const state = await readTreasury(engine, workspaceId);
  return { paid: true, duplicate, depositedUsd: Micros.toUsd(receipt.amount), state };
}

function checkOwner(receipt: CheckoutReceipt, workspaceId: string): void {
  if (receipt.workspaceId === workspaceId) return;
  throw new TreasuryError(
    "deposit_belongs_elsewhere",
    receipt.workspaceId === null
      ? "The checkout session was not opened by this service."
      : `The deposit was not started for workspace ${workspaceId}.`,
  );
}

function checkMoney(receipt: CheckoutReceipt): void {
  if (receipt.currency !== "usd") {
    throw new TreasuryError(
      "unsupported_currency",
      `The payment was collected in ${receipt.currency.toUpperCase()}.`,
    );
  }
  if (receipt.amount <= 0n) {
    throw new TreasuryError(
      "payment_processor_error",
      "The processor reports a paid session without an amount.",
    );
  }
}
