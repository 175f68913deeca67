import { Micros } from "@agent-treasury/provider";
import type { Counter } from "../counters/counter.ts";
import { usageIn, usedAmount, usedCount } from "../counters/usage.ts";
import type { Limit, Rule } from "../rule-set/rule-set.ts";
import { describeWindow, faultOf, findingOf, usd } from "./explain.ts";
import type { Usage } from "./finding.ts";
import { describeGroup } from "./group.ts";
import type { Outcome } from "./outcome.ts";
import type { Situation } from "./situation.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** @param counter of a limit with a window; undefined if it is unavailable. */
export function evaluateLimit(
  rule: Rule,
  limit: Limit,
  counter: Counter | undefined,
  situation: Situation,
): Outcome {
  const { measure, window } = limit;
  if (window === null) {
    if (measure.kind === "amount")
      return outcomeOf(rule, limit, perSpend(measure, situation.facts), situation);
    return denied(rule, "a limit per spend must be an amount.");
  }
  if (counter === undefined) return denied(rule, "the usage of this limit is not available.");
  const reading = readingOf(limit, counter, situation);
  return reading === null
    ? denied(rule, "this version does not know what the limit measures.")
    : outcomeOf(rule, limit, reading, situation);
}

interface Reading {
  /** Whether this spend would exceed the limit. */
  readonly isPassed: boolean;
  readonly usage: Usage;
  readonly isNewPayee: boolean;
}

function perSpend(
  { maximum }: Extract<Limit["measure"], { readonly kind: "amount" }>,
  { approvedAmount }: SpendFacts,
): Reading {
  const usage = { kind: "amount", used: Micros.zero, maximum } as const;
  return { isPassed: approvedAmount > maximum, usage, isNewPayee: false };
}

/** Null for an unknown measure. */
function readingOf(
  { measure, window }: Limit,
  counter: Counter,
  situation: Situation,
): Reading | null {
  const { facts, clock } = situation;
  const { at } = facts;
  switch (measure.kind) {
    case "amount": {
      const { maximum } = measure;
      const used = usedAmount(counter, window, clock, at);
      const isPassed = Micros.add(used, facts.approvedAmount) > maximum;
      return { isPassed, usage: { kind: "amount", used, maximum }, isNewPayee: false };
    }
    case "count": {
      const { maximum } = measure;
      const used = usedCount(counter, window, clock, at);
      const isPassed = used + 1 > maximum;
      return { isPassed, usage: { kind: "count", used, maximum }, isNewPayee: false };
    }
    case "newPayees": {
      const { maximum } = measure;
      const { payees } = usageIn(counter, window, clock, at);
      const used = payees.length;
      const isNewPayee =
        !situation.isKnownPayee() && !payees.includes(situation.hash(facts.payee.id));
      const isPassed = isNewPayee && used + 1 > maximum;
      return { isPassed, usage: { kind: "count", used, maximum }, isNewPayee };
    }
    default:
      return null;
  }
}

function outcomeOf(
  rule: Rule,
  limit: Limit,
  reading: Reading,
  { moment, facts }: Situation,
): Outcome {
  const [kind, effect] = verdictOn(limit, reading, moment);
  return {
    kind,
    finding: () => findingOf(rule, effect, detailOf(limit, reading, facts), reading.usage),
  };
}

const withinLimit = ["pass", "pass"] as const;
const automaticOnly = ["automaticLimit", "review"] as const;
const denies = ["denied", "deny"] as const;

function verdictOn(
  { counts, atProposal }: Limit,
  { isPassed }: Reading,
  moment: Situation["moment"],
): readonly [kind: Outcome["kind"], effect: "deny" | "review" | "pass"] {
  if (!isPassed) return withinLimit;
  if (counts === "automatic") return automaticOnly;
  return atProposal === "deny" ? denies : ["limit", limitEffect(moment)];
}

function detailOf(
  { measure, window, by, counts }: Limit,
  { usage, isNewPayee }: Reading,
  facts: SpendFacts,
): string {
  if (usage.kind === "amount" && window === null) {
    return `this spend is ${usd(facts.approvedAmount)}; the limit for one spend is ${usd(usage.maximum)}.`;
  }
  const scope = `${describeWindow(window)}${describeGroup(by, facts)}`;
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
