import type { Proposer, Requirement } from "@agent-treasury/rules";
import type { Offer } from "../judgement/spend-guard.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { isCounted, progressOfRecords } from "./approval-progress.ts";
import type { ApprovalRecord } from "./approval-record.ts";

/**
 * Whether approvals in advance count. A finding of screening, the judge or a limit, and a judge that
 * did not answer, need every person now.
 */
export function mayBeBacked({ verdict, facts }: SpendProposal): boolean {
  return verdict === "safe" && facts.proposed?.obstacle !== "silence";
}

export interface BackedSpend {
  readonly requirements: readonly Requirement[];
  readonly proposer: Proposer;
}

export interface Backing {
  /** The given approvals, and those of the used offers. */
  readonly approvals: readonly ApprovalRecord[];
  readonly used: readonly Offer[];
  readonly isComplete: boolean;
}

/**
 * Adds the approvals of as few offers as the requirements need. They count as the
 * approvals of their authors, and a person's own approval replaces the one given in advance.
 *
 * @param given approvals of this spend alone.
 */
export function backedBy(
  offers: readonly Offer[],
  given: readonly ApprovalRecord[],
  { requirements, proposer }: BackedSpend,
): Backing {
  const isComplete = (approvals: readonly ApprovalRecord[]): boolean =>
    progressOfRecords(requirements, approvals, proposer).isComplete;
  if (isComplete(given)) return { approvals: given, used: [], isComplete: true };
  for (const one of offers) {
    const approvals = joined(given, one);
    if (isComplete(approvals)) return { approvals, used: [one], isComplete: true };
  }
  let approvals = given;
  const used: Offer[] = [];
  for (const one of offers) {
    const added = joined(approvals, one);
    if (!isCounted(approvals, added, requirements, proposer)) continue;
    approvals = added;
    used.push(one);
    if (isComplete(approvals)) return { approvals, used, isComplete: true };
  }
  return { approvals, used, isComplete: false };
}

/** Those of the spend itself. Others are added at each decision, because they may have ended. */
export function givenAlone(approvals: readonly ApprovalRecord[]): readonly ApprovalRecord[] {
  return approvals.some(isStanding) ? approvals.filter((one) => !isStanding(one)) : approvals;
}

export function isStanding({ source }: ApprovalRecord): boolean {
  return source?.kind === "standing";
}

function joined(
  approvals: readonly ApprovalRecord[],
  { id: standing, authors }: Offer,
): readonly ApprovalRecord[] {
  const added = authors
    .filter(({ id }) => !approvals.some((one) => one.id === id))
    .map((author): ApprovalRecord => {
      return { ...author, comment: null, source: { kind: "standing", id: standing } };
    });
  return added.length === 0 ? approvals : [...approvals, ...added];
}

/** Names for display: `Ada, Ben`. Null if none is known. */
export function authorNames(approvals: readonly ApprovalRecord[]): string | null {
  const names = approvals.flatMap(({ name }) => name ?? []);
  return names.length === 0 ? null : [...new Set(names)].join(", ");
}
