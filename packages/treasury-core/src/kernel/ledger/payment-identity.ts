import { TreasuryError, type PaymentMode } from "@agent-treasury/provider";

/** An account stores the identity of its first credit. */
export interface PaymentIdentity {
  readonly provider: string;
  readonly mode: PaymentMode;
  /** Whether it is a rail for incoming payments, which may be connected beside a processor. */
  readonly isRail?: true;
}

/** Whether an account funded by one identity may move money of another. */
export function isSamePayment(
  funded: PaymentIdentity | null,
  current: PaymentIdentity | null,
): boolean {
  if (funded === null) return true;
  if (funded.isRail && current === null) return true;
  if (funded.isRail || current?.isRail) return isLive(funded) === isLive(current);
  return funded.provider === current?.provider && funded.mode === current.mode;
}

function isLive(identity: PaymentIdentity | null): boolean {
  return identity?.mode === "live";
}

export function describePayment(identity: PaymentIdentity | null): string {
  return identity === null ? "no payment processor" : `${identity.provider} (${identity.mode})`;
}

/** @throws TreasuryError `payment_mode_changed`. */
export function checkSamePayment(
  funded: PaymentIdentity | null,
  current: PaymentIdentity | null,
): void {
  if (isSamePayment(funded, current)) return;
  throw new TreasuryError(
    "payment_mode_changed",
    `The workspace was funded through ${describePayment(funded)}, but ${describePayment(current)} is connected now.`,
  );
}
