import { TreasuryError } from "@agent-treasury/provider";
import { checkRuleSet, maximumRequirementBytes } from "./check-rule-set.ts";
import { describeProblems } from "./problem.ts";
import type { RuleSet } from "./rule-set.ts";

/** Rails of every deployment. */
export const knownRails: readonly string[] = ["ledger", "stripe-issuing"];

/**
 * Reads the written form of rules, parsed from JSON.
 *
 * @param rails - `knownRails` and the provider names of the deployment's payment executors.
 * @param requirementBytes - More for a stored set, which may have been published under another maximum.
 * @throws TreasuryError `invalid_request`, with one line for each problem.
 */
export function readRuleSet(
  input: unknown,
  rails: readonly string[] = knownRails,
  requirementBytes: number = maximumRequirementBytes,
): RuleSet {
  const checked = checkRuleSet(input, rails, requirementBytes);
  if (checked.set !== null) return checked.set;
  throw new TreasuryError("invalid_request", describeProblems(checked.problems, input));
}
