import type { Proposal, ProposalStatus } from "./proposals.ts";
import { isRequestPermit } from "./request-permit.ts";
import { isTab } from "./tab-terms.ts";
import type { Tab } from "./tabs.ts";

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

/** The fields of a proposal that a model reads. */
export const reportedFields = [
  "status",
  "amountUsd",
  "approvedAmountUsd",
  "capturedUsd",
  "vendor",
  "purpose",
  "category",
  "verdict",
  "reason",
  "failure",
  "comment",
  "createdAt",
  "decidedAt",
  "executedAt",
  "expiresAt",
] as const;

export type ReportedField = (typeof reportedFields)[number];

/** What a model reads of a spend. Its texts are not escaped. */
export type SpendReport = Pick<Proposal, ReportedField> & {
  readonly proposalId: string;
  /** An earlier request proposed the spend. */
  readonly repeated?: true;
  readonly otherComments?: readonly string[];
  readonly note?: string;
};

const paymentInProgress = "The payment is in progress and its amount is held. No action is needed.";
const tabIsOpen = "The tab is open. Its amount is held for charges until it ends or is closed.";
const requestPermitted =
  "A person approved the request, and nothing is paid yet. Send the same request again to buy.";

const withNewKey = "To buy the same again, send it with a new `idempotencyKey`.";

/**
 * Returns what an agent has to know about a spend that an earlier request proposed. It also fits a
 * call that resumes after the decision, and then reports the payment of its own spend.
 *
 * @param again how to buy the same again.
 */
export function repetitionNote(
  { createdAt, status }: Proposal,
  again: string = withNewKey,
): string {
  const same = `This is the spend that was proposed at ${createdAt}.`;
  if (status === "denied") return same;
  return `${same} One spend is paid once, however often it is proposed. ${again}`;
}

/**
 * @param pending instruction to the model while the spend needs approval.
 * @param repetition the note on a spend that an earlier request proposed.
 */
export function spendReport(
  proposal: Proposal,
  pending: string,
  repetition: string | null = null,
): SpendReport {
  const fields = Object.fromEntries(reportedFields.map((name) => [name, proposal[name]]));
  const permitted = isRequestPermit(proposal) ? { executed: requestPermitted } : {};
  const ofStatus = noteOn(proposal, {
    pending,
    approved: isTab(proposal) ? tabIsOpen : paymentInProgress,
    ...permitted,
  });
  const note = [ofStatus, repetition].filter((text) => text !== null).join(" ");
  const others = otherComments(proposal);
  return {
    proposalId: proposal.id,
    ...(fields as Pick<Proposal, ReportedField>),
    ...(others.length > 0 && { otherComments: others }),
    ...(repetition !== null && { repeated: true }),
    ...(note !== "" && { note }),
  };
}

/** The fields of a tab that a model reads. */
export const reportedTabFields = [
  "id",
  "status",
  "vendor",
  "payee",
  "purpose",
  "maximumUsd",
  "chargedUsd",
  "reservedUsd",
  "leftUsd",
  "endsAt",
] as const;

export type TabReport = Pick<Tab, (typeof reportedTabFields)[number]>;

/** What a model reads of a tab. Its texts are not escaped. */
export function tabReport(tab: Tab): TabReport {
  return Object.fromEntries(reportedTabFields.map((name) => [name, tab[name]])) as TabReport;
}
