import type {
  AmountCondition,
  Condition,
  HoursCondition,
  Rule,
  VendorCondition,
} from "../rule-set/rule-set.ts";
import type { LocalTime } from "../windows/local-time.ts";
import { type ComparedNames, comparedNames, type ListedNames, listedNames } from "./names.ts";
import type { SpendFacts } from "./spend-facts.ts";

export interface MatchContext {
  /** Whether a person approved a payment to the payee in the last 180 days. */
  readonly isKnownPayee: boolean;
  /** The time of evaluation. */
  readonly local: LocalTime;
}

/** Returns whether all conditions of a rule hold for a spend. */
export function matches(
  rule: Pick<Rule, "when" | "then">,
  facts: SpendFacts,
  context: MatchContext,
): boolean {
  const isEarly = matchesEarly(rule.when, listedNames(rule), facts, () => comparedNames(facts));
  return isEarly && matchesLate(rule.when, context);
}

/** Tests the conditions that depend neither on the time nor on earlier payments. */
export function matchesEarly(
  { agents, allocations, amount, rails }: Condition,
  { vendors, categories }: ListedNames,
  facts: SpendFacts,
  names: () => ComparedNames,
): boolean {
  return (
    (agents === null || agents.includes(facts.agentId)) &&
    (rails === null || rails.includes(facts.rail)) &&
    (amount === null || isWithin(amount, facts)) &&
    (categories === null || categories(names())) &&
    (allocations === null || facts.allocations.some((id) => allocations.includes(id))) &&
    (vendors === null || vendors(names()))
  );
}

/** Tests the conditions that `matchesEarly` does not. */
export function matchesLate(
  { days, hours, vendors }: Condition,
  { isKnownPayee, local }: MatchContext,
): boolean {
  return (
    (days === null || days.includes(local.weekday)) &&
    (hours === null || isDuring(hours, local.minute)) &&
    (!isFirstPayment(vendors) || !isKnownPayee)
  );
}

export function isFirstPayment(
  vendors: VendorCondition | null,
): vendors is Extract<VendorCondition, { readonly firstPayment: true }> {
  return vendors !== null && "firstPayment" in vendors;
}

function isWithin({ from, below }: AmountCondition, { amount }: SpendFacts): boolean {
  return (from === null || amount >= from) && (below === null || amount < below);
}

function isDuring({ from, to }: HoursCondition, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
