import { readCondition } from "../conditions/conditions.ts";
import type { Action, Limit, Measure, Requirement, Rule, Window } from "./rule-set.ts";
import type {
  WrittenAction,
  WrittenLimit,
  WrittenRequirement,
  WrittenRule,
} from "./written-rule-set.ts";
import { microsOf } from "./written-usd.ts";

/** Converts a rule that has been checked. Lists are sorted, without repeated values. */
export function toRule(written: WrittenRule): Rule {
  const { id, when = {}, then, message, validFrom, validUntil } = written;
  const valid = { from: toTime(validFrom), until: toTime(validUntil) };
  return {
    id,
    when: readCondition(when),
    then: toAction(then),
    message: message?.trim() ?? null,
    ...((valid.from ?? valid.until) !== null && { valid }),
  };
}

function toTime(written: string | undefined): number | null {
  return written === undefined ? null : Date.parse(written);
}

function toAction(written: WrittenAction): Action {
  if (written.requireApprovals !== undefined) {
    return { kind: "requireApprovals", requirement: toRequirement(written.requireApprovals) };
  }
  if (written.autoApprove !== undefined) return { kind: "autoApprove" };
  if (written.keepAvailableUsd !== undefined) {
    return { kind: "keepAvailable", amount: microsOf(written.keepAvailableUsd) };
  }
  if (written.limit !== undefined) return { kind: "limit", limit: toLimit(written.limit) };
  if (written.duplicate !== undefined) return { kind: "duplicate", ...written.duplicate };
  return { kind: "deny" };
}

function toRequirement(written: WrittenRequirement): Requirement {
  const { count, from, notProposer, passkey, page } = written;
  return {
    count,
    from: from === undefined ? null : [...new Set(from)].sort(),
    notProposer: notProposer ?? false,
    ...(passkey === true && { passkey }),
    ...(page === true && { page }),
  };
}

function toLimit(written: WrittenLimit): Limit {
  return {
    measure: toMeasure(written),
    counts: written.counts ?? "all",
    window: windowOf(written.per),
    by: written.by ?? null,
    atProposal: written.atProposal ?? "review",
  };
}

function toMeasure({ amountUsd, count, newPayees }: WrittenLimit): Measure {
  if (amountUsd !== undefined) return { kind: "amount", maximum: microsOf(amountUsd) };
  if (count !== undefined) return { kind: "count", maximum: count };
  return { kind: "newPayees", maximum: newPayees ?? 0 };
}

/** Null without a window. */
export function windowOf(per: WrittenLimit["per"] | null): Window | null {
  if (per == null) return null;
  return typeof per === "string"
    ? { kind: "calendar", period: per }
    : {
        kind: "rolling",
        hours: "rollingHours" in per ? per.rollingHours : per.rollingMinutes / 60,
      };
}
