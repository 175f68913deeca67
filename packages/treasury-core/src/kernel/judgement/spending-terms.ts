import { Micros } from "@agent-treasury/provider";
import type { LocalClock } from "@agent-treasury/rules";
import type { Account, SpendingLimits } from "../ledger/account.ts";
import type { TermSlot } from "./term-slot.ts";

/** Whether policy may approve any payee, or only one that a person named or approved. */
export type AutoApprovePayees = "known" | "any";

/** What a deployment decides about spends, without its features. */
export interface KernelTerms {
  /** Default limits of a workspace. */
  readonly limits: SpendingLimits;
  /** Null for three times `autoApproveUnder`. */
  readonly autoApproveDaily: Micros | null;
  /** Null to disable expiry. */
  readonly proposalLifetimeMs: number | null;
  /** Null to disable one of them. */
  readonly followUp?: {
    readonly remindAfterMs: number | null;
    readonly escalateAfterMs: number | null;
  };
  readonly autoApprovePayees?: AutoApprovePayees;
  /** The deployment's time zone, for windows of rules. */
  readonly clock: LocalClock;
}

/** What a deployment decides about spends. */
export interface SpendingTerms extends KernelTerms {
  /** The terms of features by their slots. */
  readonly ofFeatures: ReadonlyMap<TermSlot<unknown>, unknown>;
}

export function limitsOf({ overrides }: Account, { limits }: KernelTerms): SpendingLimits {
  return Object.keys(overrides).length === 0 ? limits : { ...limits, ...overrides };
}

export function autoApproveDailyOf(limits: SpendingLimits, terms: KernelTerms): Micros {
  return terms.autoApproveDaily ?? Micros.multiply(limits.autoApproveUnder, 3n);
}
