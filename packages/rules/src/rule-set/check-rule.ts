import { conditionList, listedIn, reportedField } from "../conditions/conditions.ts";
import type { Problem } from "./problem.ts";
import { reservedRuleIds } from "./rule-set.ts";
import { maximumListed } from "./schema-fields.ts";
import type { WrittenLimit, WrittenRule } from "./written-rule-set.ts";

/** Returns the problems of one rule whose shape is valid. Paths begin at the rule. */
export function checkRule(rule: WrittenRule, rails: readonly string[]): readonly Problem[] {
  return [
    ...checkId(rule),
    ...checkConditions(rule, rails),
    ...checkListed(rule),
    ...(rule.then.limit === undefined ? [] : checkLimit(rule.then.limit)),
    ...checkAutoApproval(rule),
    ...checkValidity(rule),
  ];
}

function checkId({ id }: WrittenRule): Problem[] {
  if (!reservedRuleIds.some((reserved) => reserved === id)) return [];
  return [{ path: ["id"], message: "is the id of a limit that always applies. Choose another id" }];
}

function checkConditions({ when = {} }: WrittenRule, rails: readonly string[]): Problem[] {
  return conditionList.flatMap(({ field, check }) => {
    const written = when[field];
    const problems = written === undefined ? [] : (check?.(written, when, rails) ?? []);
    return problems.map(({ path, message }) => ({ path: ["when", field, ...path], message }));
  });
}

function checkValidity({ validFrom, validUntil }: WrittenRule): Problem[] {
  if (validFrom === undefined || validUntil === undefined) return [];
  if (Date.parse(validUntil) > Date.parse(validFrom)) return [];
  return [{ path: ["validUntil"], message: "must be after `validFrom`" }];
}

function checkListed({ when, then }: WrittenRule): Problem[] {
  const { days: _, ...named } = when ?? {};
  const lists = [...Object.values(named).map(listedIn), then.requireApprovals?.from ?? []];
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  if (count <= maximumListed) return [];
  return [
    {
      path: [],
      message: `lists ${count.toLocaleString("en-US")} values; the maximum is ${maximumListed.toLocaleString("en-US")}. Split the rule`,
    },
  ];
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
  const field = reportedField(when ?? {});
  const usesIt = then.autoApprove === true && field !== undefined;
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
  return [
    {
      path: ["when", field],
      message: `is reported by the agent, so that typing another name would earn automatic approval. Remove the condition, or add \`selfReported: true\` to the rule to accept this`,
    },
  ];
}
