import { TreasuryError } from "../errors.ts";
import type { PaymentMode } from "../ports/payment-processor.ts";

/** Whose money it is, and of which kind. An account remembers that of its first credit. */
export interface PaymentIdentity {
  readonly provider: string;
  readonly mode: PaymentMode;
}

/** Whether money of one kind may move in an account that was funded by another. */
export function isSamePayment(
  funded: PaymentIdentity | null,
  current: PaymentIdentity | null,
): boolean {
  if (funded === null) return true;
  return funded.provider === current?.provider && funded.mode === current.mode;
}

/** A payment identity as a person reads it. */
export function describePayment(identity: PaymentIdentity | null): string {
  return identity === null ? "no payment processor" : `${identity.provider} (${identity.mode})`;
}

/** The refusal of money of another kind than what funded the account. */
export function paymentModeChanged(
  funded: PaymentIdentity | null,
  current: PaymentIdentity | null,
): TreasuryError {
  return new TreasuryError(
    "payment_mode_changed",
    `The workspace was funded through ${describePayment(funded)}, and ${describePayment(current)} is connected now.`,
  );
}
