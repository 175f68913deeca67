import { Micros } from "@agent-treasury/provider";
import type { Counter } from "../counters/counter.ts";
import { usageIn } from "../counters/usage.ts";
import type { Limit, Rule, Window } from "../rule-set/rule-set.ts";
import { type CompiledRule, counterKeyOf } from "./compile-rules.ts";
import { describeWindow, faultOf, findingOf, usd } from "./explain.ts";
import type { Usage } from "./finding.ts";
import { describeGroup } from "./group.ts";
import type { Outcome } from "./outcome.ts";
import type { Situation } from "./situation.ts";

/** Null if the limit does not apply to the spend. */
export function evaluateLimit(
  entry: CompiledRule,
  limit: Limit,
  situation: Situation,
): Outcome | null {
  const { rule } = entry;
  if (limit.window === null) return evaluatePerSpend(rule, limit, situation);
  const key = counterKeyOf(entry, limit, situation.facts, situation.hash);
  if (key === null) return null;
  const counter = situation.memory.counter(key);
  if (counter === undefined) return denied(rule, "the usage of this limit is not available.");
  const reading = readingOf(limit, limit.window, counter, situation);
  return reading === null
    ? denied(rule, "this version does not know what the limit measures.")
    : outcomeOf(rule, limit, reading, situation);
}

function evaluatePerSpend(rule: Rule, limit: Limit, situation: Situation): Outcome {
  const { measure } = limit;
  if (measure.kind !== "amount") return denied(rule, "a limit per spend must be an amount.");
  const { amount } = situation.facts;
  const reading = {
    isPassed: amount > measure.maximum,
    usage: { kind: "amount", used: Micros.zero, maximum: measure.maximum },
    detail: () =>
      `this spend is ${usd(amount)}; the limit for one spend is ${usd(measure.maximum)}.`,
  } as const;
  return outcomeOf(rule, limit, reading, situation);
}

interface Reading {
  /** Whether this spend would exceed the limit. */
  readonly isPassed: boolean;
  readonly usage: Usage;
  readonly detail: () => string;
}

/** Null for an unknown measure. */
function readingOf(
  limit: Limit,
  window: Window,
  counter: Counter,
  situation: Situation,
): Reading | null {
  const { facts, clock } = situation;
  const { measure } = limit;
  const inWindow = usageIn(counter, window, clock, facts.at);
  const scope = () => `${describeWindow(window)}${describeGroup(limit.by, facts)}`;
  const manner = limit.counts === "automatic" ? " approved automatically" : "";
  switch (measure.kind) {
    case "amount": {
      const { maximum } = measure;
      const { used } = inWindow;
      return {
        isPassed: Micros.add(used, facts.amount) > maximum,
        usage: { kind: "amount", used, maximum },
        detail: () =>
          `${usd(used)} of ${usd(maximum)}${manner || " used"} ${scope()}; this spend is ${usd(facts.amount)}.`,
      };
    }
    case "count": {
      const { maximum } = measure;
      const used = inWindow.usedCount;
      return {
        isPassed: used + 1 > maximum,
        usage: { kind: "count", used, maximum },
        detail: () => `${used} of ${maximum} spends${manner} ${scope()}.`,
      };
    }
    case "newPayees": {
      const { maximum } = measure;
      const used = inWindow.payees.length;
      const isNew =
        !situation.isKnownPayee() && !inWindow.payees.includes(situation.hash(facts.payee.id));
      return {
        isPassed: isNew && used + 1 > maximum,
        usage: { kind: "count", used, maximum },
        detail: () =>
          `${used} of ${maximum} new payees${manner} ${scope()}${isNew ? "; this payee is new" : ""}.`,
      };
    }
    default:
      return null;
  }
}

function outcomeOf(rule: Rule, limit: Limit, reading: Reading, { moment }: Situation): Outcome {
  const finding = (effect: "deny" | "review" | "pass") => () =>
    findingOf(rule, effect, reading.detail(), reading.usage);
  if (!reading.isPassed) return { kind: "pass", finding: finding("pass") };
  if (limit.counts === "automatic") return { kind: "automaticLimit", finding: finding("review") };
  if (limit.atProposal === "deny") return { kind: "denied", finding: finding("deny") };
  return { kind: "limit", finding: finding(limitEffect(moment)) };
}

/** An approval does not help a spend that a limit stops at execution. */
export function limitEffect(moment: Situation["moment"]): "deny" | "review" {
  return moment === "execution" ? "deny" : "review";
}

function denied(rule: Rule, reason: string): Outcome {
  return { kind: "denied", finding: () => faultOf(rule, reason) };
}
