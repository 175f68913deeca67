import { Micros } from "@agent-treasury/provider";
import { type Counter, emptyCounter } from "../counters/counter.ts";
import type { Tally } from "../counters/tally.ts";
import { usageIn, usedAmount, usedCount } from "../counters/usage.ts";
import type { Limit, Rule } from "../rule-set/rule-set.ts";
import { describeWindow, faultOf, findingOf, usd } from "./explain.ts";
import type { Usage } from "./finding.ts";
import { describeGroup } from "./group.ts";
import type { Outcome } from "./outcome.ts";
import { countedPayee } from "./payee-forms.ts";
import type { Situation } from "./situation.ts";
import type { SpendFacts } from "./spend-facts.ts";

/**
 * Returns whether a spend keeps a limit.
 *
 * @param counter of a limit with a window; undefined if it is unavailable.
 */
export function keepsLimit(
  { measure, window }: Limit,
  counter: Counter | undefined,
  situation: Situation,
  tally?: Tally,
): boolean {
  const { facts, clock } = situation;
  const { at, approvedAmount } = facts;
  if (window === null) return measure.kind === "amount" && approvedAmount <= measure.maximum;
  if (counter === undefined) return false;
  switch (measure.kind) {
    case "amount": {
      const used = usedAmount(counter, window, clock, at, tally);
      return Micros.add(used, approvedAmount) <= measure.maximum;
    }
    case "count":
      return usedCount(counter, window, clock, at, tally) < measure.maximum;
    case "newPayees": {
      const { payees } = usageIn(counter, window, clock, at);
      return payees.length < measure.maximum || !isNewAmong(payees, situation);
    }
    default:
      return false;
  }
}

function isNewAmong(payees: readonly string[], situation: Situation): boolean {
  return !situation.isKnownPayee() && !payees.includes(countedPayee(payees, situation));
}

/**
 * @param counter of a limit with a window; undefined if it is unavailable.
 * @param group that the counter is for, such as ` for agent a`. That of the spend by default.
 */
export function evaluateLimit(
  rule: Rule,
  limit: Limit,
  counter: Counter | undefined,
  situation: Situation,
  tally?: Tally,
  group: string = describeGroup(limit.by, situation.facts),
): Outcome {
  const { measure, window } = limit;
  if (window === null && measure.kind !== "amount") {
    return denied(rule, "a limit per spend must be an amount.");
  }
  if (window !== null && counter === undefined) {
    return denied(rule, "the usage of this limit is not available.");
  }
  const isKept = keepsLimit(limit, counter, situation, tally);
  const reading = readingOf(limit, counter ?? emptyCounter, situation, tally);
  if (reading === null) return denied(rule, "this version does not know what the limit measures.");
  const [kind, effect] = verdictOn(limit, isKept, situation.moment);
  const detail = (): string => detailOf(limit, reading, situation.facts, group);
  return { kind, finding: () => findingOf(rule, effect, detail(), reading.usage) };
}

interface Reading {
  readonly usage: Usage;
  readonly isNewPayee: boolean;
}

/** Null for an unknown measure. */
function readingOf(
  { measure, window }: Limit,
  counter: Counter,
  situation: Situation,
  tally?: Tally,
): Reading | null {
  const { facts, clock } = situation;
  const { at } = facts;
  switch (measure.kind) {
    case "amount": {
      const { maximum } = measure;
      const isPerSpend = window === null;
      const used = isPerSpend ? Micros.zero : usedAmount(counter, window, clock, at, tally);
      return { usage: { kind: "amount", used, maximum }, isNewPayee: false };
    }
    case "count": {
      const used = usedCount(counter, window, clock, at, tally);
      return { usage: { kind: "count", used, maximum: measure.maximum }, isNewPayee: false };
    }
    case "newPayees": {
      const { payees } = usageIn(counter, window, clock, at);
      const usage = { kind: "count", used: payees.length, maximum: measure.maximum } as const;
      return { usage, isNewPayee: isNewAmong(payees, situation) };
    }
    default:
      return null;
  }
}

const withinLimit = ["pass", "pass"] as const;
const automaticOnly = ["automaticLimit", "review"] as const;
const denies = ["denied", "deny"] as const;

function verdictOn(
  { counts, atProposal }: Limit,
  isKept: boolean,
  moment: Situation["moment"],
): readonly [kind: Outcome["kind"], effect: "deny" | "review" | "pass"] {
  if (isKept) return withinLimit;
  if (counts === "automatic") return automaticOnly;
  return atProposal === "deny" ? denies : ["limit", limitEffect(moment)];
}

function detailOf(
  { measure, window, counts }: Limit,
  { usage, isNewPayee }: Reading,
  facts: SpendFacts,
  group: string,
): string {
  if (usage.kind === "amount" && window === null) {
    return `this spend is ${usd(facts.approvedAmount)}; the limit for one spend is ${usd(usage.maximum)}.`;
  }
  const scope = `${describeWindow(window)}${group}`;
  const manner = counts === "automatic" ? " approved automatically" : "";
  if (usage.kind === "amount") {
    return `${usd(usage.used)} of ${usd(usage.maximum)}${manner || " used"} ${scope}; this spend is ${usd(facts.approvedAmount)}.`;
  }
  const { used, maximum } = usage;
  return measure.kind === "newPayees"
    ? `${used} of ${maximum} new payees${manner} ${scope}${isNewPayee ? "; this payee is new" : ""}.`
    : `${used} of ${maximum} spends${manner} ${scope}.`;
}

/** An approval does not help a spend that a limit stops at execution. */
export function limitEffect(moment: Situation["moment"]): "deny" | "review" {
  return moment === "execution" ? "deny" : "review";
}

function denied(rule: Rule, reason: string): Outcome {
  return { kind: "denied", finding: () => faultOf(rule, reason) };
}
