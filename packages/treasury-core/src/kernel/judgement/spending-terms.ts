import { Micros } from "@agent-treasury/provider";
import type { LocalClock } from "@agent-treasury/rules";
import { type Account, balanceOf, type SpendingLimits } from "../ledger/account.ts";
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

export interface Violation {
  readonly limit: "maxSpendPerAction" | "dailySpendCap" | "minReserve";
  /** One sentence with the figures. */
  readonly explanation: string;
}

/** Returns the first limit that a spend would exceed. Held amounts count as spent. */
export function violationOf(
  amount: Micros,
  account: Account,
  limits: SpendingLimits,
): Violation | null {
  if (amount > limits.maxSpendPerAction) {
    return {
      limit: "maxSpendPerAction",
      explanation: `${Micros.formatUsd(amount)} exceeds the limit of ${Micros.formatUsd(limits.maxSpendPerAction)} for one spend.`,
    };
  }
  const spent = Micros.add(account.spentToday, account.held);
  if (Micros.add(spent, amount) > limits.dailySpendCap) {
    return {
      limit: "dailySpendCap",
      explanation: `${Micros.formatUsd(amount)} plus the ${Micros.formatUsd(spent)} spent today exceeds the daily cap of ${Micros.formatUsd(limits.dailySpendCap)}.`,
    };
  }
  const free = Micros.subtract(balanceOf(account), account.held);
  if (Micros.subtract(free, amount) < limits.minReserve) {
    return {
      limit: "minReserve",
      explanation: `${Micros.formatUsd(amount)} out of ${Micros.formatUsd(free)} would leave less than the reserve of ${Micros.formatUsd(limits.minReserve)}.`,
    };
  }
  return null;
}
