import { Micros } from "@agent-treasury/provider";
import {
  type CountedLimit,
  type Counter,
  type LocalClock,
  type Move,
  usageIn,
  type Window,
} from "@agent-treasury/rules";
import type { ApprovalRecord } from "../../kernel/approvals/approval-record.ts";

/** What its authors approved in advance. */
export interface StandingTerms {
  readonly id: string;
  readonly agentId: string;
  /** The payee as it was named. */
  readonly vendor: string;
  /** Maximum of each spend. */
  readonly maximum: Micros;
  /** Null without a maximum per window. */
  readonly limit: StandingLimit | null;
  /** Maximum number of spends. Null without one. */
  readonly count: number | null;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

export interface StandingLimit {
  readonly maximum: Micros;
  readonly window: Window;
}

/** Approvals given in advance for an agent's payments to one payee. */
export interface StandingApproval extends StandingTerms {
  /** The persons who approved it, and how they did. */
  readonly authors: readonly ApprovalRecord[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revoked: Revocation | null;
  /** Usage in the windows of `limit`; empty without one. */
  readonly inWindow: Counter;
  readonly inTotal: Counter;
}

export interface Revocation {
  readonly at: number;
  /** Name of the person; null if unknown. */
  readonly by: string | null;
}

export type StandingState = "active" | "used_up" | "expired" | "revoked";

export function stateOf(approval: StandingApproval, now: number): StandingState {
  const { revoked, endsAt } = approval;
  if (revoked !== null) return "revoked";
  if (now >= endsAt) return "expired";
  return isUsedUp(approval) ? "used_up" : "active";
}

/** A released spend can be replaced by another one. */
export function isUsedUp(approval: StandingApproval): boolean {
  return approval.count !== null && usesOf(approval) >= approval.count;
}

/** Spends that it approved and that were not released. */
export function usesOf({ inTotal: { spans, heldCount } }: StandingApproval): number {
  return spans.reduce((uses, { count }) => uses + count, heldCount);
}

/** Spent and held in the present window; in total without one. */
export function usedAmount(
  { limit, inWindow, inTotal }: StandingApproval,
  clock: LocalClock,
  now: number,
): Micros {
  return limit === null
    ? usageIn(inTotal, null, clock, now).used
    : usageIn(inWindow, limit.window, clock, now).used;
}

/** @param paid the amount that counts in the window, at most `amount`. */
export function allows(
  approval: StandingApproval,
  { amount, paid }: { readonly amount: Micros; readonly paid: Micros },
  clock: LocalClock,
  now: number,
): boolean {
  const { maximum, limit } = approval;
  if (stateOf(approval, now) !== "active" || amount > maximum) return false;
  return limit === null || Micros.add(usedAmount(approval, clock, now), paid) <= limit.maximum;
}

/** Counts, settles or releases a spend. */
export function moved(approval: StandingApproval, move: Move): StandingApproval {
  const { limit, inWindow, inTotal } = approval;
  return {
    ...approval,
    inWindow: limit === null ? inWindow : move.apply(inWindow, countedIn(limit.window), null),
    inTotal: move.apply(inTotal, countedIn(null), null),
  };
}

function countedIn(window: Window | null): CountedLimit {
  return { measure: { kind: "amount", maximum: Micros.zero }, window };
}
