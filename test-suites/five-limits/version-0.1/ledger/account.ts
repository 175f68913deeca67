import { type Micros, add, subtract, zero } from "../money/micros.ts";
import type { LimitOverrides } from "./budget.ts";
import type { PaymentIdentity } from "./payment-identity.ts";

/** Running totals of one epoch of a workspace, and what the account remembers beside them. */
export interface Account {
  readonly startingCapital: Micros;
  /** Net of reversals, as are revenue and expense. */
  readonly deposits: Micros;
  readonly revenue: Micros;
  /** Positive: the total of executed spends. */
  readonly expense: Micros;
  /** Set aside for approved spends that are not settled. */
  readonly held: Micros;
  /** The day that `spentToday` belongs to, `YYYY-MM-DD`; never goes back. */
  readonly day: string;
  readonly spentToday: Micros;
  /** The part of `spentToday` that policy approved without a person. */
  readonly autoApprovedToday: Micros;
  /** Of the epoch's first credit; null until then. */
  readonly payment: PaymentIdentity | null;
  readonly overrides: LimitOverrides;
  /** Ordinal of the newest proposal; carries on across epochs. */
  readonly newestProposal: bigint;
  /** Milliseconds since 1970 by the workspace's time at the newest commit, which sets it; 0 where that is not known. */
  readonly writtenAt: number;
}

/** An account at the beginning of an epoch. */
export function openAccount(startingCapital: Micros, day: string, newestProposal: bigint): Account {
  return {
    startingCapital,
    deposits: zero,
    revenue: zero,
    expense: zero,
    held: zero,
    day,
    spentToday: zero,
    autoApprovedToday: zero,
    payment: null,
    overrides: {},
    newestProposal,
    writtenAt: 0,
  };
}

/** Starting capital + deposits + revenue − expense. */
export function balanceOf(account: Account): Micros {
  return subtract(
    add(add(account.startingCapital, account.deposits), account.revenue),
    account.expense,
  );
}
