import type { SpendFacts } from "../evaluate/spend-facts.ts";
import type { Rule } from "../rule-set/rule-set.ts";
import type { Condition, EarlyTest, LateTest, MatchContext, VendorCondition } from "./condition.ts";
import { conditionList } from "./conditions.ts";
import { comparedSpend } from "./names.ts";

/** The given conditions of a rule. */
export interface RuleTests {
  readonly early: readonly (readonly [name: keyof Condition, test: EarlyTest])[];
  /** Tests of the time, the balance and earlier payments. */
  readonly late: readonly LateTest[];
}

/** Prepares the conditions of a rule. An action that this version does not know restricts. */
export function testsOf({ when, then }: Pick<Rule, "when" | "then">): RuleTests {
  const restricts = then.kind !== "autoApprove";
  const given = conditionList.filter(({ name }) => when[name] !== null);
  return {
    early: given.flatMap(({ name, early }) => {
      const test = early?.(when[name], restricts) ?? null;
      return test === null ? [] : [[name, test] as const];
    }),
    late: given.flatMap(({ name, late }) => late?.(when[name]) ?? []),
  };
}

/** Returns whether all conditions of a rule hold for a spend. */
export function matches(
  rule: Pick<Rule, "when" | "then" | "valid">,
  facts: SpendFacts,
  context: MatchContext,
): boolean {
  const { early, late } = testsOf(rule);
  const spend = comparedSpend(facts);
  return (
    early.every(([, test]) => test(spend)) &&
    isInForce(rule, facts.at) &&
    late.every((test) => test(context))
  );
}

/** Whether the rule is valid at the time. */
export function isInForce({ valid }: Pick<Rule, "valid">, at: number): boolean {
  if (valid === undefined) return true;
  return (valid.from === null || at >= valid.from) && (valid.until === null || at < valid.until);
}

export function isFirstPayment(
  vendors: VendorCondition | null,
): vendors is Extract<VendorCondition, { readonly firstPayment: true }> {
  return vendors !== null && "firstPayment" in vendors;
}
