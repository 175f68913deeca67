import type { Json, JsonObject } from "@agent-treasury/provider";
import { Micros } from "@agent-treasury/provider";
import { hoursText, minutesOf } from "./hours.ts";
import type {
  Action,
  CategoryCondition,
  Condition,
  Limit,
  NameCondition,
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

function ruleToJson({ id, when, then, message, valid }: Rule, usd: WriteUsd): JsonObject {
  const isReported = when.vendors !== null || when.categories !== null;
  const condition = conditionToJson(when, usd);
  return given({
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

export function conditionToJson(when: Condition, usd: WriteUsd = Micros.format): JsonObject {
  const { amount, hours } = when;
  return given({
    agents: when.agents && namesToJson(when.agents),
    allocations: when.allocations,
    vendors: when.vendors === null ? null : vendorsToJson(when.vendors),
    categories: when.categories && categoriesToJson(when.categories),
    amountUsd:
      amount === null
        ? null
        : given({
            from: amount.from === null ? null : usd(amount.from),
            below: amount.below === null ? null : usd(amount.below),
          }),
    balancePercent: when.balance && given({ ...when.balance }),
    rails: when.rails,
    days: when.days,
    hours: hours === null ? null : hoursText(hours),
    timeZone: when.timeZone,
  });
}

/** A list remains one, so that sets of earlier versions keep their digest. */
function namesToJson(names: NameCondition): Json {
  return "in" in names ? names.in : { notIn: names.notIn };
}

function categoriesToJson(categories: CategoryCondition): Json {
  return "none" in categories ? { none: true } : namesToJson(categories);
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
  if (window.kind === "calendar") return window.period;
  const { hours } = window;
  return hours < 1 ? { rollingMinutes: minutesOf(hours) } : { rollingHours: hours };
}

/** Removes fields that are null, which the written form leaves out. */
function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
