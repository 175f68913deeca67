import type { Doc, Json } from "@agent-treasury/provider";
import { approverText } from "../../kernel/approvals/approval-record.ts";
import { approvalsFromJson, isSummary } from "../../kernel/approvals/approval-summary.ts";
import type { DocumentChange } from "../../kernel/documents/document-kind.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";
import {
  isExpired,
  type ProposalProgress,
  progressOf,
} from "../../kernel/proposals/proposal-record.ts";

export function eventsOfProposal(doc: Doc, change: DocumentChange): readonly RecordedEvent[] {
  const known = change.known();
  if (known === undefined) return [];
  const isOfEpoch = doc.epoch === change.head.epoch;
  return eventsOfProgress(doc.id, known && progressOf(known), progressOf(doc), isOfEpoch);
}

function eventsOfProgress(
  proposalId: string,
  was: ProposalProgress | null,
  is: ProposalProgress,
  isOfEpoch: boolean,
): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  if (was === null) events.push({ kind: "proposalCreated", proposalId });
  if ((was === null || was.status === "pending") && is.status !== "pending") {
    events.push(decisionOf(proposalId, is, isOfEpoch));
  }
  if (is.status !== was?.status) {
    if (is.status === "executed") events.push({ kind: "proposalExecuted", proposalId });
    if (is.status === "failed") events.push({ kind: "proposalFailed", proposalId });
  }
  if (was?.status === "pending" && is.status === "pending" && haveChanged(was, is)) {
    events.push({ kind: "approvalsChanged", proposalId });
  }
  if (is.remindedAt !== null && was?.remindedAt === null) {
    events.push({ kind: "proposalReminder", proposalId });
  }
  if (is.escalatedAt !== null && was?.escalatedAt === null) {
    events.push({ kind: "proposalEscalated", proposalId });
  }
  if (is.attention !== null && (was?.attention ?? null) === null) {
    events.push({ kind: "attentionNeeded", proposalId });
  }
  return events;
}

/** Storages may change the order of an object's fields. */
function haveChanged(
  { approvals: were }: ProposalProgress,
  { approvals: are }: ProposalProgress,
): boolean {
  return were !== are && approvalsText(were) !== approvalsText(are);
}

function approvalsText(stored: Json | undefined): string {
  const approvals = approvalsFromJson(stored);
  if (isSummary(approvals)) {
    return JSON.stringify([
      approvals.by.map(({ name, at }) => [name, at]),
      approvals.tally.missing,
    ]);
  }
  return JSON.stringify(
    approvals.map(({ at, groups, approvedAmount = null, ...approval }) => [
      approverText(approval),
      at,
      groups,
      approvedAmount,
    ]),
  );
}

function decisionOf(proposalId: string, is: ProposalProgress, isOfEpoch: boolean): RecordedEvent {
  if (isExpired(is)) return { kind: "proposalExpired", proposalId };
  const decided = { kind: "proposalDecided", proposalId } as const;
  if (is.status === "denied" && !isOfEpoch) return { ...decided, decision: "deny", by: "reset" };
  const isPolicy = is.autoApproved || is.verdict === "blocked";
  return {
    ...decided,
    decision: is.status === "denied" ? "deny" : "approve",
    by: isPolicy ? "policy" : "person",
  };
}
