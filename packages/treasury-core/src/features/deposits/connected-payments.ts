import { readOutsideText } from "@agent-treasury/contract";
import { type PaymentProcessor, TreasuryError } from "@agent-treasury/provider";
import { type Engine, paymentIdentityOf } from "../../kernel/engine.ts";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import { checkSamePayment } from "../../kernel/ledger/payment-identity.ts";

/** @throws TreasuryError `payments_not_connected`. */
export function connectedPayments({ payments }: Engine): PaymentProcessor {
  if (payments === null) {
    throw new TreasuryError("payments_not_connected", "No payment processor is connected.");
  }
  // Throws if the processor has no key.
  payments.mode();
  return payments;
}

/**
 * Rejects a payment that could not be credited.
 *
 * @throws TreasuryError `payment_mode_changed`.
 */
export async function checkPaymentMode(engine: Engine, workspaceId: string): Promise<void> {
  const [snapshot] = await engine.storage.load([{ workspaceId, keys: [] }]);
  const funded = snapshot?.head ? accountFromRecord(snapshot.head.account).payment : null;
  checkSamePayment(funded, paymentIdentityOf(engine));
}

/**
 * People read the URL before paying.
 *
 * @throws TreasuryError `payment_processor_error` for characters that a URL cannot contain.
 */
export function pageAddress(url: string): string {
  const { flaw } = readOutsideText(url);
  if (flaw === null) return url;
  const message = `The processor returned an address that contains ${flaw}.`;
  throw new TreasuryError("payment_processor_error", message);
}
