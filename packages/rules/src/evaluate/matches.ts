import type { Micros } from "@agent-treasury/provider";
import type {
  AmountCondition,
  BalanceCondition,
  Condition,
  HoursCondition,
  NameCondition,
  Rule,
  VendorCondition,
} from "../rule-set/rule-set.ts";
import type { LocalTime } from "../windows/local-time.ts";
import { type ComparedNames, comparedNames, type ListedNames, listedNames } from "./names.ts";
import type { SpendFacts } from "./spend-facts.ts";

export interface MatchContext {
  /** Whether a person approved a payment to the payee in the last 180 days. */
  readonly isKnownPayee: boolean;
  /** The time of evaluation, in the zone of the rule. */
  readonly local: LocalTime;
  /** As proposed, for a condition on the balance. */
  readonly amount?: Micros;
  /** Balance without held amounts. Missing for unlimited. */
  readonly available?: () => Micros;
}

/** Returns whether all conditions of a rule hold for a spend. */
export function matches(
  rule: Pick<Rule, "when" | "then" | "valid">,
  facts: SpendFacts,
  context: MatchContext,
): boolean {
  const isEarly = matchesEarly(rule.when, listedNames(rule), facts, () => comparedNames(facts));
  return isEarly && isInForce(rule, facts.at) && matchesLate(rule.when, context);
}

/** Tests the conditions that depend neither on the time nor on earlier payments. */
export function matchesEarly(
  { agents, allocations, amount, rails }: Condition,
  { vendors, categories }: ListedNames,
  facts: SpendFacts,
  names: () => ComparedNames,
): boolean {
  return (
    (agents === null || isNamed(agents, facts.agentId)) &&
    (rails === null || rails.includes(facts.rail)) &&
    (amount === null || isWithin(amount, facts)) &&
    (categories === null || categories(names())) &&
    (allocations === null || facts.allocations.some((id) => allocations.includes(id))) &&
    (vendors === null || vendors(names()))
  );
}

/** Tests the conditions that `matchesEarly` does not. */
export function matchesLate(
  { days, hours, vendors, balance }: Condition,
  { isKnownPayee, local, amount, available }: MatchContext,
): boolean {
  return (
    (days === null || days.includes(local.weekday)) &&
    (hours === null || isDuring(hours, local.minute)) &&
    (!isFirstPayment(vendors) || !isKnownPayee) &&
    (balance === null || isPartOf(balance, amount, available?.()))
  );
}

/** Whether the rule is valid at the time. */
export function isInForce({ valid }: Pick<Rule, "valid">, at: number): boolean {
  if (valid === undefined) return true;
  return (valid.from === null || at >= valid.from) && (valid.until === null || at < valid.until);
}

function isNamed(names: NameCondition, name: string): boolean {
  return "in" in names ? names.in.includes(name) : !names.notIn.includes(name);
}

/** Of an unlimited balance, every amount is the smallest part. */
function isPartOf({ from, below }: BalanceCondition, amount = 0n, available?: Micros): boolean {
  if (available === undefined) return from === null;
  const parts = amount * 100n;
  return (
    (from === null || parts >= BigInt(from) * available) &&
    (below === null || parts < BigInt(below) * available)
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
