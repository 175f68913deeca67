import type { Proposal, ProposalStatus } from "@agent-treasury/contract";

const deniedByApprover =
  "An approver denied the spend. A reason, if the approver gave one, is in `comment`.";
const approvedForLess =
  "Approvers approved `approvedAmountUsd` instead of `amountUsd`. Do not propose the rest.";

/** Returns the comments of a quorum's other approvers. `comment` is that of the last one. */
export function otherComments({ approvals, comment }: Proposal): readonly string[] {
  return approvals.by.flatMap((approval) =>
    approval.comment === null || approval.comment === comment ? [] : [approval.comment],
  );
}

/** Returns what the other fields do not state; null if that is nothing. */
export function noteOn(
  { status, failure, approvedAmountUsd }: Proposal,
  ofStatus: Readonly<Partial<Record<ProposalStatus, string>>>,
): string | null {
  // Policy and expiry leave a reason. `reason` is that of screening.
  const isDenied = status === "denied" && failure === null;
  const isLess = approvedAmountUsd !== null && (status === "approved" || status === "executed");
  const notes = [
    isDenied ? deniedByApprover : null,
    isLess ? approvedForLess : null,
    ofStatus[status] ?? null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}
