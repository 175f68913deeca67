import { normaliseName } from "@agent-treasury/provider/helpers";
import type {
  AmountCondition,
  Condition,
  HoursCondition,
  VendorCondition,
} from "../rule-set/rule-set.ts";
import type { LocalTime } from "../windows/local-time.ts";
import type { SpendFacts } from "./spend-facts.ts";

export interface MatchContext {
  /** Whether a person approved a payment to the payee in the last 180 days. */
  readonly isKnownPayee: boolean;
  /** The time of evaluation. */
  readonly local: LocalTime;
}

/** Returns whether all given conditions hold for a spend. */
export function matches(condition: Condition, facts: SpendFacts, context: MatchContext): boolean {
  return matchesEarly(condition, facts) && matchesLate(condition, context);
}

/** Tests the conditions that depend neither on the time nor on earlier payments. */
export function matchesEarly(condition: Condition, facts: SpendFacts): boolean {
  const { agents, allocations, vendors, categories, amount, rails } = condition;
  return (
    (agents === null || agents.includes(facts.agentId)) &&
    (rails === null || rails.includes(facts.rail)) &&
    (amount === null || isWithin(amount, facts)) &&
    (categories === null || (facts.category !== null && categories.includes(facts.category))) &&
    (allocations === null || facts.allocations.some((id) => allocations.includes(id))) &&
    (vendors === null || isFirstPayment(vendors) || isVendor(vendors, facts))
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

function isVendor(
  vendors: Exclude<VendorCondition, { readonly firstPayment: true }>,
  facts: SpendFacts,
): boolean {
  const names = namesOf(facts);
  if ("in" in vendors) return vendors.in.some((listed) => names.includes(listed));
  const proven = facts.payee.isSelfReported ? null : names[0];
  return !vendors.notIn.some((listed) =>
    isIdentity(listed) ? listed === proven : names.includes(listed),
  );
}

const namePrefix = "name:";

function namesOf({ payee, vendor }: SpendFacts): readonly [id: string, ...names: string[]] {
  const id = normaliseName(payee.id);
  return id.startsWith(namePrefix) ? [id, id.slice(namePrefix.length), vendor] : [id, vendor];
}

/**
 * Whether a listed value is a payee identity such as `https://example.com`. An agent must not leave
 * `notIn` by reporting one as its vendor's name.
 */
function isIdentity(listed: string): boolean {
  return !listed.startsWith(namePrefix) && /^[a-z][a-z0-9+.-]*:\S+$/.test(listed);
}
