import { Micros } from "@agent-treasury/provider";
import { minutesOf } from "../rule-set/hours.ts";
import type { Rule, Window } from "../rule-set/rule-set.ts";
import type { Finding, Usage } from "./finding.ts";

/** What a finding states before the colon. */
const openings = {
  deny: "Denied by",
  review: "Needs approval by",
  pass: "Within",
} as const;

/**
 * Creates a finding. The rule's own message replaces `detail`, except for a passed limit.
 *
 * @param detail one sentence with the observed figures.
 */
export function findingOf(
  rule: Rule,
  effect: "deny" | "review" | "pass",
  detail: string,
  usage: Usage | null = null,
): Finding {
  const reason = effect === "pass" ? detail : (rule.message ?? detail);
  return { rule: rule.id, effect, text: `${openings[effect]} \`${rule.id}\`: ${reason}`, usage };
}

/** For a rule that cannot be evaluated. The rule's message would hide the reason. */
export function faultOf(rule: Rule, reason: string): Finding {
  return {
    rule: rule.id,
    effect: "deny",
    text: `Denied by \`${rule.id}\`: ${reason}`,
    usage: null,
  };
}

/** For a rule without figures. The message follows if there is one. */
export function plainFinding(rule: Rule, effect: Finding["effect"], statement: string): Finding {
  const ending = rule.message === null ? "." : `: ${rule.message}`;
  return { rule: rule.id, effect, text: `${statement}${ending}`, usage: null };
}

/** For example `$480.00`. */
export function usd(amount: Micros): string {
  return amount < 0n ? `-$${Micros.format(Micros.negate(amount))}` : `$${Micros.format(amount)}`;
}

const calendarNames = {
  hour: "this hour",
  day: "today",
  week: "this week",
  month: "this month",
  quarter: "this quarter",
  year: "this year",
} as const;

export function describeWindow(window: Window | null): string {
  if (window === null) return "in total";
  return window.kind === "calendar" ? calendarNames[window.period] : inLastHours(window.hours);
}

export function inLastHours(hours: number): string {
  if (hours < 1) {
    const minutes = minutesOf(hours);
    return minutes === 1 ? "in the last minute" : `in the last ${minutes} minutes`;
  }
  return hours === 1 ? "in the last hour" : `in the last ${hours} hours`;
}
