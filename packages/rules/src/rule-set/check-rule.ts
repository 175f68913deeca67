import type { Problem } from "./problem.ts";
import { reservedRuleIds } from "./rule-set.ts";
import { alternatives, maximumListed } from "./schema-fields.ts";
import type {
  WrittenCategories,
  WrittenLimit,
  WrittenNames,
  WrittenRule,
} from "./written-rule-set.ts";
import { microsOf } from "./written-usd.ts";

/** Returns the problems of one rule whose shape is valid. Paths begin at the rule. */
export function checkRule(rule: WrittenRule, rails: readonly string[]): readonly Problem[] {
  return [
    ...checkId(rule),
    ...checkAmounts(rule),
    ...checkRails(rule, rails),
    ...checkListed(rule),
    ...(rule.then.limit === undefined ? [] : checkLimit(rule.then.limit)),
    ...checkAutoApproval(rule),
    ...checkTimes(rule),
  ];
}

function checkId({ id }: WrittenRule): Problem[] {
  if (!reservedRuleIds.some((reserved) => reserved === id)) return [];
  return [{ path: ["id"], message: "is the id of a limit that always applies. Choose another id" }];
}

function checkAmounts({ when }: WrittenRule): Problem[] {
  const { from, below } = when?.amountUsd ?? {};
  if (below === undefined || microsOf(below) > microsOf(from ?? 0)) return [];
  return [
    {
      path: ["when", "amountUsd", "below"],
      message: `must be above ${from === undefined ? "0" : "`from`"}. No amount matches otherwise`,
    },
  ];
}

function checkTimes({ when, validFrom, validUntil }: WrittenRule): Problem[] {
  const isEmpty =
    validFrom !== undefined &&
    validUntil !== undefined &&
    Date.parse(validUntil) <= Date.parse(validFrom);
  const isZoneUnused =
    when?.timeZone !== undefined && when.days === undefined && when.hours === undefined;
  const { from = 0, below } = when?.balancePercent ?? {};
  return [
    ...(isEmpty ? [{ path: ["validUntil"], message: "must be after `validFrom`" }] : []),
    ...(isZoneUnused
      ? [{ path: ["when", "timeZone"], message: "has an effect only on `days` and `hours`" }]
      : []),
    ...(below !== undefined && below <= from
      ? [{ path: ["when", "balancePercent", "below"], message: "must be above `from`" }]
      : []),
  ];
}

function checkRails({ when }: WrittenRule, known: readonly string[]): Problem[] {
  return (when?.rails ?? []).flatMap((rail, index) =>
    known.includes(rail)
      ? []
      : [
          {
            path: ["when", "rails", index],
            message: `is not a rail of this deployment. Use ${alternatives(known, "or")}`,
          },
        ],
  );
}

function checkListed({ when, then }: WrittenRule): Problem[] {
  const lists = [
    listedOf(when?.agents),
    when?.allocations,
    when?.vendors?.in,
    when?.vendors?.notIn,
    listedOf(when?.categories),
    when?.rails,
    then.requireApprovals?.from,
  ];
  const count = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  if (count <= maximumListed) return [];
  return [
    {
      path: [],
      message: `lists ${count.toLocaleString("en-US")} values; the maximum is ${maximumListed.toLocaleString("en-US")}. Split the rule`,
    },
  ];
}

function listedOf(
  names: WrittenNames | WrittenCategories | undefined,
): readonly string[] | undefined {
  if (names === undefined || "none" in names) return undefined;
  if ("in" in names) return names.in;
  return "notIn" in names ? names.notIn : names;
}

/** Fields of a limit that have no meaning for a single spend. */
function checkLimit(limit: WrittenLimit): Problem[] {
  if (limit.per !== undefined) return [];
  const windowed = [
    ...(["count", "newPayees", "by"] as const).filter((field) => limit[field] !== undefined),
    ...(limit.counts === "automatic" ? ["counts"] : []),
  ];
  return windowed.map((field) => ({
    path: ["then", "limit", field],
    message: "needs a window. Add `per`, for example `per: day`",
  }));
}

function checkAutoApproval({ when, then, selfReported }: WrittenRule): Problem[] {
  const isReported = when?.vendors !== undefined || when?.categories !== undefined;
  const usesIt = then.autoApprove === true && isReported;
  if (selfReported === true && !usesIt) {
    return [
      {
        path: ["selfReported"],
        message:
          "has an effect only on `autoApprove` with a condition on `vendors` or `categories`. Remove it",
      },
    ];
  }
  if (!usesIt) return [];
  if (when?.vendors?.firstPayment === true) {
    return [
      {
        path: ["when", "vendors", "firstPayment"],
        message:
          "cannot be combined with `autoApprove`, because every new payee would be paid without a person",
      },
    ];
  }
  if (selfReported === true) return [];
  const field = when?.vendors === undefined ? "categories" : "vendors";
  return [
    {
      path: ["when", field],
      message: `is reported by the agent, so that typing another name would earn automatic approval. Remove the condition, or add \`selfReported: true\` to the rule to accept this`,
    },
  ];
}
