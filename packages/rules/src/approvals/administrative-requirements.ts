import type { CompiledRules } from "../evaluate/compile-rules.ts";
import type { Requirement, RuleSet } from "../rule-set/rule-set.ts";
import { distinctRequirements } from "./requirements.ts";

/**
 * Returns what a change of the rules themselves needs: all requirements that any rule may ask of a
 * spend. Otherwise one person could publish rules without them.
 */
export function administrativeRequirements({ rules }: CompiledRules): Requirement[] {
  return distinctRequirements(
    rules.flatMap(({ rule: { then } }) =>
      then.kind === "requireApprovals" ? [then.requirement] : [],
    ),
  );
}

/** Returns the ids of rules that only signed-in persons can meet. */
export function rulesForSignedIn({ rules }: RuleSet): readonly string[] {
  return rules
    .filter(({ then }) => then.kind === "requireApprovals" && needsSignIn(then.requirement))
    .map(({ id }) => id);
}

/** Returns the ids of rules that only passkeys can meet. */
export function rulesForPasskeys({ rules }: RuleSet): readonly string[] {
  return rules
    .filter(({ then }) => then.kind === "requireApprovals" && then.requirement.passkey === true)
    .map(({ id }) => id);
}

/** Returns the number of persons with passkeys without whom a requirement could not be met. */
export function passkeysNeeded(requirements: readonly Requirement[]): number {
  const signed = requirements.filter(({ passkey }) => passkey === true);
  // One of the persons may be the proposer.
  return Math.max(0, ...signed.map(({ count, notProposer }) => (notProposer ? count + 1 : count)));
}

function needsSignIn({ count, from, notProposer, passkey, page }: Requirement): boolean {
  return count > 1 || from !== null || notProposer || passkey === true || page === true;
}
