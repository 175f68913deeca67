import type { Requirement } from "../rule-set/rule-set.ts";
import { describeMissing } from "./describe-requirement.ts";
import { distinctRequirements, implies } from "./requirements.ts";

export interface Approval {
  /** Null for an approval without sign-in. */
  readonly person: string | null;
  readonly groups: readonly string[];
  /** Whether the person signed it with a passkey. Missing for false. */
  readonly passkey?: boolean;
  /** Whether it was given through a channel, such as Slack. Missing for false. */
  readonly channel?: boolean;
}

export interface Progress {
  readonly isComplete: boolean;
  /** Distinct persons whose approval counts towards at least one requirement. */
  readonly given: number;
  /** `given` and the smallest number of further persons that could complete the approval. */
  readonly needed: number;
  /** One phrase for each unmet requirement, such as `1 more approval from finance`. */
  readonly missing: readonly string[];
  /** Whether a missing approval needs a passkey. */
  readonly needsPasskey: boolean;
}

/**
 * The persons behind the agent, whose approvals `notProposer` does not count. Null if unknown: any
 * approver may then be the proposer, so that `notProposer` needs one more person.
 */
export type Proposer = string | readonly string[] | null;

/** What a spend without any requirement needs. */
const baseline: Requirement = { count: 1, from: null, notProposer: false };

/**
 * Tests the approvals of a proposal against all its requirements.
 *
 * A person counts once for each requirement, and may count towards several.
 *
 * @example
 * progressOf([{ count: 2, from: null, notProposer: true }], [{ person: "ana", groups: [] }], "ben");
 * // { isComplete: false, given: 1, needed: 2, missing: ["1 more approval by another person than the proposer"] }
 */
export function progressOf(
  requirements: readonly Requirement[],
  approvals: readonly Approval[],
  proposer: Proposer,
): Progress {
  return progressOfTally(requirements, tallyApprovals(requirements, approvals, proposer));
}

/** The approvals of a proposal without their persons, which is enough to show the progress. */
export interface ApprovalTally {
  /** Distinct persons whose approval counts towards at least one requirement. */
  readonly given: number;
  /** Missing approvals of each distinct requirement, in their order. */
  readonly missing: readonly number[];
}

export function tallyApprovals(
  requirements: readonly Requirement[],
  approvals: readonly Approval[],
  proposer: Proposer,
): ApprovalTally {
  const approvers = distinctApprovers(approvals);
  const counted = new Set<Approver>();
  const missing: number[] = [];
  for (const requirement of countedRequirements(requirements)) {
    const counting = approvers.filter((approver) => counts(approver, requirement, proposer));
    for (const approver of counting) counted.add(approver);
    missing.push(Math.max(0, personsNeeded(requirement, proposer) - counting.length));
  }
  return { given: counted.size, missing };
}

/** @param requirements those of the tally. */
export function progressOfTally(
  requirements: readonly Requirement[],
  { given, missing }: ApprovalTally,
): Progress {
  const unmet = countedRequirements(requirements)
    .map((requirement, index) => ({ requirement, more: missing[index] ?? 0 }))
    .filter(({ more }) => more > 0);
  // A further person may be in all groups, so the largest shortfall suffices.
  const more = Math.max(0, ...unmet.map((shortfall) => shortfall.more));
  return {
    isComplete: unmet.length === 0,
    given,
    needed: given + more,
    missing: describeShortfalls(unmet),
    needsPasskey: unmet.some(({ requirement }) => requirement.passkey === true),
  };
}

function countedRequirements(requirements: readonly Requirement[]): readonly Requirement[] {
  return distinctRequirements(requirements.length === 0 ? [baseline] : requirements);
}

interface Approver {
  readonly person: string | null;
  readonly groups: Set<string>;
  hasPasskey: boolean;
  wasOnPage: boolean;
}

/** Joins the groups of a person's credentials. All unverified approvals may be one person's. */
function distinctApprovers(approvals: readonly Approval[]): Approver[] {
  const approvers = new Map<string | null, Approver>();
  for (const { person, groups, passkey = false, channel = false } of approvals) {
    const known = approvers.get(person) ?? {
      person,
      groups: new Set(),
      hasPasskey: false,
      wasOnPage: false,
    };
    for (const group of groups) known.groups.add(group);
    known.hasPasskey ||= passkey;
    known.wasOnPage ||= !channel;
    approvers.set(person, known);
  }
  return [...approvers.values()];
}

/** If the proposer is unknown, one of the approvers may be the proposer. */
function personsNeeded({ count, notProposer }: Requirement, proposer: Proposer): number {
  return notProposer && proposer === null ? count + 1 : count;
}

function counts(approver: Approver, requirement: Requirement, proposer: Proposer): boolean {
  const { count, from, notProposer, passkey = false, page = false } = requirement;
  if (approver.person === null) {
    return count === 1 && from === null && !notProposer && !passkey && !page;
  }
  if ((passkey && !approver.hasPasskey) || (page && !approver.wasOnPage)) return false;
  if (notProposer && isBehind(approver.person, proposer)) return false;
  return from === null || from.some((group) => approver.groups.has(group));
}

function isBehind(person: string, proposer: Proposer): boolean {
  return typeof proposer === "object" ? proposer?.includes(person) === true : person === proposer;
}

interface Shortfall {
  readonly requirement: Requirement;
  readonly more: number;
}

/** Omits requirements that a stricter unmet requirement includes. */
function describeShortfalls(unmet: readonly Shortfall[]): string[] {
  const shown = unmet.filter(
    ({ requirement }) =>
      !unmet.some(
        (other) => other.requirement !== requirement && implies(other.requirement, requirement),
      ),
  );
  return shown.map(({ requirement, more }) => describeMissing(requirement, more));
}
