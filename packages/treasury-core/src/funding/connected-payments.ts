import { TreasuryError, type PaymentProcessor } from "@agent-treasury/provider";
import type { Engine } from "../treasury/engine.ts";

/**
 * The processor, when there is one with a key.
 *
 * @throws TreasuryError `payments_not_connected`.
 */
export function connectedPayments({ payments }: Engine): PaymentProcessor {
  if (payments === null) {
    throw new TreasuryError("payments_not_connected", "No payment processor is connected.");
  }
  // Plugged in without a key is not connected: this throws what a missing key deserves.
  payments.mode();
  return payments;
}
