import type { DepositConfirmation, DepositSession } from "@agent-treasury/contract";
import { TreasuryError } from "../errors.ts";
import { depositFromUsd, usdFromMicros } from "../money/usd.ts";
import type { CheckoutReceipt } from "../ports/payment-processor.ts";
import type { Engine } from "../treasury/engine.ts";
import { checkPaymentMode, readTreasury } from "../treasury/read-treasury.ts";
import { timestamp } from "../treasury/wire.ts";
import { creditCollected, identityOf } from "./apply-event.ts";
import { connectedPayments } from "./connected-payments.ts";

/** Opens a checkout at the processor, for a person to pay. Nothing is credited by it. */
export async function startDeposit(
  engine: Engine,
  baseUrl: string,
  input: { readonly workspaceId: string; readonly amountUsd: unknown },
): Promise<DepositSession> {
  const payments = connectedPayments(engine);
  const { workspaceId } = input;
  const amount = depositFromUsd(input.amountUsd, "amountUsd");
  await checkPaymentMode(engine, workspaceId);
  const session = await payments.createCheckout({
    workspaceId,
    amount,
    successUrl: `${baseUrl}/command?deposit_session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${baseUrl}/command?deposit_cancelled=1`,
    idempotencyKey: engine.identifiers.random(),
  });
  return {
    id: session.id,
    url: session.url,
    amountUsd: usdFromMicros(amount),
    workspaceId,
    expiresAt: session.expiresAt === null ? null : timestamp(session.expiresAt),
  };
}

/** Credits a checkout that its payer returned from, once, if the processor confirms the payment. */
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
  return { paid: true, duplicate, depositedUsd: usdFromMicros(receipt.amount), state };
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
