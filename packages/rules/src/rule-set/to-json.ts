import type { WrittenRuleSet } from "@agent-treasury/contract";
import type { Json, JsonObject } from "@agent-treasury/provider";
import { Micros } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { WriteUsd } from "../conditions/condition.ts";
import { conditionToJson } from "../conditions/conditions.ts";
import { withoutNulls } from "../conditions/written-values.ts";
import { minutesOf } from "./hours.ts";
import type { Action, Limit, Requirement, Rule, RuleSet, Window } from "./rule-set.ts";

/** Returns the written form of a rule set: keys in a fixed order, without defaults. */
export function ruleSetToJson(
  set: RuleSet,
  usd: WriteUsd = Micros.format,
): JsonObject & WrittenRuleSet {
  const rules = set.rules.map((rule) => ruleToJson(rule, usd));
  return fromStored<JsonObject & WrittenRuleSet>({ version: 1, rules });
}

/** Returns the canonical text of a rule set, whose hash names it. */
export function rulesText(set: RuleSet): string {
  return JSON.stringify(ruleSetToJson(set));
}

function ruleToJson({ id, when, then, message, valid }: Rule, usd: WriteUsd): JsonObject {
  const isReported = when.vendors !== null || when.categories !== null;
  const condition = conditionToJson(when, usd);
  return withoutNulls({
    id,
    selfReported: then.kind === "autoApprove" && isReported ? true : null,
    validFrom: timeToJson(valid?.from),
    validUntil: timeToJson(valid?.until),
    when: Object.keys(condition).length === 0 ? null : condition,
    then: actionToJson(then, usd),
    message,
  });
}

function timeToJson(time: number | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString();
}

function actionToJson(action: Action, usd: WriteUsd): JsonObject {
  switch (action.kind) {
    case "deny":
      return { deny: true };
    case "autoApprove":
      return { autoApprove: true };
    case "requireApprovals":
      return { requireApprovals: requirementToWritten(action.requirement) };
    case "keepAvailable":
      return { keepAvailableUsd: usd(action.amount) };
    case "limit":
      return { limit: limitToJson(action.limit, usd) };
    case "duplicate":
      return { duplicate: { hours: action.hours } };
  }
}

export function requirementToWritten(requirement: Requirement): JsonObject {
  const { count, from, notProposer, passkey = null, page = null } = requirement;
  return withoutNulls({ count, from, notProposer: notProposer ? true : null, passkey, page });
}

function limitToJson(
  { measure, counts, window, by, atProposal }: Limit,
  usd: WriteUsd,
): JsonObject {
  const maximum: JsonObject =
    measure.kind === "amount"
      ? { amountUsd: usd(measure.maximum) }
      : { [measure.kind]: measure.maximum };
  return withoutNulls({
    ...maximum,
    counts: counts === "all" ? null : counts,
    per: window === null ? null : windowToJson(window),
    by,
    atProposal: atProposal === "review" ? null : atProposal,
  });
}

export function windowToJson(window: Window): Json {
  if (window.kind === "calendar") return window.period;
  const { hours } = window;
  return hours < 1 ? { rollingMinutes: minutesOf(hours) } : { rollingHours: hours };
}
