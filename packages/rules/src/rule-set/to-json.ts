import type { Json, JsonObject } from "@agent-treasury/provider";
import { Micros } from "@agent-treasury/provider";
import { hoursText } from "./hours.ts";
import type {
  Action,
  Condition,
  Limit,
  Requirement,
  Rule,
  RuleSet,
  VendorCondition,
  Window,
} from "./rule-set.ts";

/** How an amount is written: as a text in the canonical form, as a number for people. */
type WriteUsd = (amount: Micros) => string | number;

/** Returns the written form of a rule set: keys in a fixed order, without defaults. */
export function ruleSetToJson(set: RuleSet, usd: WriteUsd = Micros.format): JsonObject {
  return { version: 1, rules: set.rules.map((rule) => ruleToJson(rule, usd)) };
}

/** Returns the canonical text of a rule set, whose hash names it. */
export function rulesText(set: RuleSet): string {
  return JSON.stringify(ruleSetToJson(set));
}

function ruleToJson({ id, when, then, message }: Rule, usd: WriteUsd): JsonObject {
  const isReported = when.vendors !== null || when.categories !== null;
  const condition = conditionToJson(when, usd);
  return given({
    id,
    selfReported: then.kind === "autoApprove" && isReported ? true : null,
    when: Object.keys(condition).length === 0 ? null : condition,
    then: actionToJson(then, usd),
    message,
  });
}

export function conditionToJson(when: Condition, usd: WriteUsd = Micros.format): JsonObject {
  const { amount, hours } = when;
  return given({
    agents: when.agents,
    allocations: when.allocations,
    vendors: when.vendors === null ? null : vendorsToJson(when.vendors),
    categories: when.categories,
    amountUsd:
      amount === null
        ? null
        : given({
            from: amount.from === null ? null : usd(amount.from),
            below: amount.below === null ? null : usd(amount.below),
          }),
    rails: when.rails,
    days: when.days,
    hours: hours === null ? null : hoursText(hours),
  });
}

/** Copies a known field, so that other properties cannot reach the canonical text. */
function vendorsToJson(vendors: VendorCondition): JsonObject {
  if ("in" in vendors) return { in: vendors.in };
  return "notIn" in vendors ? { notIn: vendors.notIn } : { firstPayment: true };
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
  return given({ count, from, notProposer: notProposer ? true : null, passkey, page });
}

function limitToJson(
  { measure, counts, window, by, atProposal }: Limit,
  usd: WriteUsd,
): JsonObject {
  const maximum: JsonObject =
    measure.kind === "amount"
      ? { amountUsd: usd(measure.maximum) }
      : { [measure.kind]: measure.maximum };
  return given({
    ...maximum,
    counts: counts === "all" ? null : counts,
    per: window === null ? null : windowToJson(window),
    by,
    atProposal: atProposal === "review" ? null : atProposal,
  });
}

export function windowToJson(window: Window): Json {
  return window.kind === "calendar" ? window.period : { rollingHours: window.hours };
}

/** Removes fields that are null, which the written form leaves out. */
function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
