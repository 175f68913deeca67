import { Micros } from "@agent-treasury/provider";
import { describeRequirement } from "../approvals/describe-requirement.ts";
import type { Counter } from "../counters/counter.ts";
import type { Tally } from "../counters/tally.ts";
import type { Rule } from "../rule-set/rule-set.ts";
import { evaluateLimit, keepsLimit, limitEffect } from "./evaluate-limit.ts";
import { faultOf, findingOf, inLastHours, plainFinding, usd } from "./explain.ts";
import type { Finding } from "./finding.ts";
import type { Outcome } from "./outcome.ts";
import type { Situation } from "./situation.ts";

/**
 * Returns whether a rule whose conditions hold has no effect on the spend. Creates nothing, because
 * most limits have none.
 */
export function hasNoEffect(
  { then }: Rule,
  counter: Counter | undefined,
  situation: Situation,
  tally?: Tally,
): boolean {
  switch (then.kind) {
    case "limit":
      return keepsLimit(then.limit, counter, situation, tally);
    case "keepAvailable":
      return availableAfter(situation) >= then.amount;
    default:
      return false;
  }
}

function availableAfter({ memory, facts }: Situation): Micros {
  return Micros.subtract(memory.available, facts.approvedAmount);
}

/**
 * Evaluates a rule whose conditions hold. Null if it has nothing to state about the spend.
 *
 * @param counter of a limit with a window; undefined if it is unavailable.
 */
export function evaluateRule(
  rule: Rule,
  counter: Counter | undefined,
  situation: Situation,
  tally?: Tally,
): Outcome | null {
  const { then } = rule;
  switch (then.kind) {
    case "deny":
      return plain("denied", rule, "deny", `Denied by \`${rule.id}\``);
    case "requireApprovals": {
      const statement = `Requires ${describeRequirement(then.requirement)} (\`${rule.id}\`)`;
      return plain("requirement", rule, "require", statement);
    }
    case "autoApprove": {
      const statement = `Approved by \`${rule.id}\``;
      return plain("approved", rule, "approve", statement);
    }
    case "keepAvailable":
      return evaluateReserve(rule, then.amount, situation);
    case "limit":
      return evaluateLimit(rule, then.limit, counter, situation, tally);
    case "duplicate":
      return evaluateDuplicate(rule, then.hours, situation);
    default:
      // A set from a newer version may have other actions.
      return {
        kind: "denied",
        finding: () => faultOf(rule, "this version does not know the rule's action."),
      };
  }
}

function evaluateReserve(rule: Rule, reserve: Micros, situation: Situation): Outcome {
  const { facts, moment } = situation;
  const left = availableAfter(situation);
  const detail = () =>
    `this spend of ${usd(facts.approvedAmount)} would leave ${usd(left)} available; the reserve is ${usd(reserve)}.`;
  return left < reserve
    ? { kind: "limit", finding: () => findingOf(rule, limitEffect(moment), detail()) }
    : { kind: "pass", finding: () => findingOf(rule, "pass", detail()) };
}

function evaluateDuplicate(
  rule: Rule,
  hours: number,
  { facts, memory, moment }: Situation,
): Outcome | null {
  // At execution the newest proposal would be this one.
  if (moment === "execution") return null;
  const newest = memory.lastProposed(facts.payee.id, facts.amount);
  if (newest === null || facts.at - newest > hours * 3_600_000) return null;
  const detail = `${usd(facts.amount)} for the same payee was already proposed ${inLastHours(hours)}.`;
  return { kind: "duplicate", finding: () => findingOf(rule, "review", detail) };
}

function plain(
  kind: Outcome["kind"],
  rule: Rule,
  effect: Finding["effect"],
  statement: string,
): Outcome {
  return { kind, finding: () => plainFinding(rule, effect, statement) };
}
