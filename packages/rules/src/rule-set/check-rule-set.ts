import type * as z from "zod";
import { checkRule } from "./check-rule.ts";
import type { Problem } from "./problem.ts";
import { maximumRules, ruleSchema, ruleSetSchema } from "./rule-set-schema.ts";
import type { RuleSet } from "./rule-set.ts";
import { requirementToWritten, rulesText } from "./to-json.ts";
import { toRule } from "./to-rule.ts";
import type { WrittenRule } from "./written-rule-set.ts";

const maximumTextBytes = 65_536;
/** The workspace's head stores the counters of these limits. */
const maximumHeadLimits = 64;
/** Each proposal stores its requirements. */
export const maximumRequirementBytes = 350;

export type CheckedRuleSet =
  | { readonly set: RuleSet }
  | { readonly set: null; readonly problems: readonly Problem[] };

/** Rules by their index in the set. */
type IndexedRules = readonly (readonly [index: number, rule: WrittenRule])[];

/** Checks written rules, and returns either the rule set or all problems. */
export function checkRuleSet(
  input: unknown,
  rails: readonly string[],
  requirementBytes: number = maximumRequirementBytes,
): CheckedRuleSet {
  const parsed = ruleSetSchema.safeParse(input);
  const rules = parsed.success ? [...parsed.data.rules.entries()] : validRulesOf(input);
  const problems = [
    ...(parsed.success ? [] : problemsOf(parsed.error.issues)),
    ...rules.flatMap(([index, rule]) => within(index, checkRule(rule, rails))),
    ...checkIds(rules),
    ...checkHeadLimits(rules),
  ];
  if (problems.length > 0) return { set: null, problems };
  const set: RuleSet = { rules: rules.map(([, rule]) => toRule(rule)) };
  const sizes = checkSizes(set, requirementBytes);
  return sizes.length > 0 ? { set: null, problems: sizes } : { set };
}

/** The rules without problems of shape, so that one report lists the other problems as well. */
function validRulesOf(input: unknown): IndexedRules {
  const rules: unknown = (input as { rules?: unknown } | null | undefined)?.rules;
  if (!Array.isArray(rules)) return [];
  return rules.slice(0, maximumRules).flatMap((rule: unknown, index) => {
    const { data } = ruleSchema.safeParse(rule);
    return data === undefined ? [] : [[index, data] as const];
  });
}

function problemsOf(issues: readonly z.core.$ZodIssue[]): Problem[] {
  const misspelled = new Set(
    issues.filter(({ code }) => code === "unrecognized_keys").map(({ path }) => path.join()),
  );
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      const messages = issue.message.split("\n");
      return issue.keys.map((key, index) => ({
        path: [...path, key],
        message: messages[index] ?? issue.message,
      }));
    }
    // A missing field beside an unknown one is usually the same mistake.
    const isSameMistake = issue.code === "custom" && misspelled.has(issue.path.join());
    return isSameMistake ? [] : [{ path, message: issue.message }];
  });
}

function within(index: number, problems: readonly Problem[]): Problem[] {
  return problems.map(({ path, message }) => ({ path: ["rules", index, ...path], message }));
}

function checkIds(rules: IndexedRules): Problem[] {
  const first = new Map<string, number>();
  return rules.flatMap(([index, { id }]) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `is also the id of \`rules.${earlier}\`. Choose another id`;
    return within(index, [{ path: ["id"], message }]);
  });
}

function checkHeadLimits(rules: IndexedRules): Problem[] {
  const count = rules.filter(
    ([
      ,
      {
        then: { limit },
      },
    ]) => {
      return limit?.per !== undefined && limit.by === undefined && limit.newPayees === undefined;
    },
  ).length;
  if (count <= maximumHeadLimits) return [];
  const message = `has ${count} limits with \`per\` and without \`by\` or \`newPayees\`; the maximum is ${maximumHeadLimits}. Combine limits, or count some with \`by\``;
  return [{ path: [], message }];
}

function checkSizes(set: RuleSet, requirementBytes: number): Problem[] {
  const requirements = new Set(
    set.rules.flatMap(({ then }) =>
      then.kind === "requireApprovals"
        ? [JSON.stringify(requirementToWritten(then.requirement))]
        : [],
    ),
  );
  return [
    ...checkBytes(
      rulesText(set),
      maximumTextBytes,
      "of JSON",
      "Shorten lists and messages, or remove rules",
    ),
    ...checkBytes(
      `[${[...requirements].join(",")}]`,
      requirementBytes,
      "of distinct `requireApprovals`",
      "Use fewer different ones, or fewer and shorter group names",
    ),
  ];
}

function checkBytes(text: string, maximum: number, of: string, remedy: string): Problem[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= maximum) return [];
  const figures = `has ${bytes.toLocaleString("en-US")} bytes ${of}`;
  const message = `${figures}; the maximum is ${maximum.toLocaleString("en-US")}. ${remedy}`;
  return [{ path: [], message }];
}
