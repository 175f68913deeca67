import { earlierName } from "@agent-treasury/provider/helpers";
import { hoursOf } from "./hours.ts";
import type {
  Action,
  CategoryCondition,
  Condition,
  Day,
  Limit,
  Measure,
  NameCondition,
  Requirement,
  Rule,
  VendorCondition,
  Window,
} from "./rule-set.ts";
import type {
  WrittenAction,
  WrittenCategories,
  WrittenCondition,
  WrittenLimit,
  WrittenNames,
  WrittenRequirement,
  WrittenRule,
  WrittenVendors,
} from "./written-rule-set.ts";
import { microsOf } from "./written-usd.ts";

export const daysOfWeek: readonly Day[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Converts a rule that has been checked. Lists are sorted, without repeated values. */
export function toRule(written: WrittenRule): Rule {
  const { id, when = {}, then, message, validFrom, validUntil } = written;
  const valid = { from: toTime(validFrom), until: toTime(validUntil) };
  return {
    id,
    when: toCondition(when),
    then: toAction(then),
    message: message?.trim() ?? null,
    ...((valid.from ?? valid.until) !== null && { valid }),
  };
}

function toTime(written: string | undefined): number | null {
  return written === undefined ? null : Date.parse(written);
}

function toCondition(written: WrittenCondition): Condition {
  const { agents, allocations, vendors, categories, amountUsd, rails, days, hours } = written;
  const { balancePercent, timeZone = null } = written;
  return {
    agents: agents === undefined ? null : toNames(agents, (id) => id),
    allocations: sorted(allocations),
    vendors: vendors === undefined ? null : toVendors(vendors),
    categories: categories === undefined ? null : toCategories(categories),
    amount:
      amountUsd === undefined
        ? null
        : {
            from: amountUsd.from === undefined ? null : microsOf(amountUsd.from),
            below: amountUsd.below === undefined ? null : microsOf(amountUsd.below),
          },
    balance:
      balancePercent === undefined
        ? null
        : { from: balancePercent.from ?? null, below: balancePercent.below ?? null },
    rails: sorted(rails),
    days: days === undefined ? null : daysOfWeek.filter((day) => days.includes(day)),
    hours: hours === undefined ? null : hoursOf(hours),
    timeZone,
  };
}

function toNames(written: WrittenNames, nameOf: (name: string) => string): NameCondition {
  if ("notIn" in written) return { notIn: sorted(written.notIn.map(nameOf)) };
  return { in: sorted(("in" in written ? written.in : written).map(nameOf)) };
}

function toCategories(written: WrittenCategories): CategoryCondition {
  return "none" in written ? { none: true } : toNames(written, earlierName);
}

function toVendors({ in: listed, notIn }: WrittenVendors): VendorCondition {
  if (listed !== undefined) return { in: sorted(listed.map(earlierName)) };
  return notIn === undefined ? { firstPayment: true } : { notIn: sorted(notIn.map(earlierName)) };
}

/** Sorted, so that a counter does not begin again when an author reorders a list. */
function sorted(values: readonly string[]): readonly string[];
function sorted(values: readonly string[] | undefined): readonly string[] | null;
function sorted(values: readonly string[] | undefined): readonly string[] | null {
  return values === undefined ? null : [...new Set(values)].sort();
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
    from: sorted(from),
    notProposer: notProposer ?? false,
    ...(passkey === true && { passkey }),
    ...(page === true && { page }),
  };
}

function toLimit(written: WrittenLimit): Limit {
  return {
    measure: toMeasure(written),
    counts: written.counts ?? "all",
    window: toWindow(written.per),
    by: written.by ?? null,
    atProposal: written.atProposal ?? "review",
  };
}

function toMeasure({ amountUsd, count, newPayees }: WrittenLimit): Measure {
  if (amountUsd !== undefined) return { kind: "amount", maximum: microsOf(amountUsd) };
  if (count !== undefined) return { kind: "count", maximum: count };
  return { kind: "newPayees", maximum: newPayees ?? 0 };
}

function toWindow(per: WrittenLimit["per"]): Window | null {
  if (per === undefined) return null;
  return typeof per === "string"
    ? { kind: "calendar", period: per }
    : {
        kind: "rolling",
        hours: "rollingHours" in per ? per.rollingHours : per.rollingMinutes / 60,
      };
}
