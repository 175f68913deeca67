import type { Entry } from "@agent-treasury/provider";
import { turnFromDoc, turnKind } from "../agent/lease/turn-document.ts";
import type { CommittedChange, WrittenDoc } from "../ledger/commit/committed-change.ts";
import { timestamp } from "../ledger/timestamp.ts";
import { isExpired, proposalFromDoc } from "../treasury/proposals/proposal-record.ts";
import { type SpendProposal, proposalKind } from "../treasury/proposals/proposal.ts";
import { entryToWire, proposalToWire } from "../treasury/wire.ts";
import type { ProposalDecided, TreasuryEvent } from "./treasury-hooks.ts";

export function eventsOfChange(change: CommittedChange): TreasuryEvent[] {
  const { workspaceId, epoch, epochBefore } = change;
  const happened = { workspaceId, at: timestamp(change.at) };
  const events = change.docs.flatMap((doc) =>
    doc.after.kind === turnKind
      ? eventsOfTurn(doc, happened)
      : eventsOfProposal(change, doc, happened),
  );
  for (const entry of change.entries) {
    const event = eventOfEntry(workspaceId, entry, happened);
    if (event !== null) events.push(event);
  }
  if (epoch !== epochBefore) events.push({ kind: "workspaceReset", ...happened, epoch });
  return events;
}

interface Happened {
  readonly workspaceId: string;
  readonly at: string;
}

/** One commit may have several status changes of a proposal. */
function eventsOfProposal(
  change: CommittedChange,
  { before, after }: WrittenDoc,
  happened: Happened,
): TreasuryEvent[] {
  if (after.kind !== proposalKind) return [];
  const was = before === null ? null : proposalFromDoc(before);
  const is = proposalFromDoc(after);
  const proposal = proposalToWire(change.workspaceId, is);
  const events: TreasuryEvent[] = [];
  if (was === null) events.push({ kind: "proposalCreated", ...happened, proposal });
  if ((was === null || was.status === "pending") && is.status !== "pending") {
    const decision = is.status === "denied" ? "deny" : "approve";
    const by = decidedBy(change, is);
    events.push({ kind: "proposalDecided", ...happened, proposal, decision, by });
  }
  if (is.status !== was?.status) {
    if (is.status === "executed") events.push({ kind: "proposalExecuted", ...happened, proposal });
    if (is.status === "failed") events.push({ kind: "proposalFailed", ...happened, proposal });
  }
  if (is.attention !== null && (was?.attention ?? null) === null) {
    events.push({ kind: "attentionNeeded", ...happened, proposal });
  }
  return events;
}

function decidedBy({ epoch }: CommittedChange, proposal: SpendProposal): ProposalDecided["by"] {
  if (isExpired(proposal)) return "expiry";
  if (proposal.status === "denied" && proposal.epoch !== epoch) return "reset";
  return proposal.autoApproved || proposal.verdict === "blocked" ? "policy" : "person";
}

/** Resumed turns have no event. */
function eventsOfTurn({ before, after }: WrittenDoc, happened: Happened): TreasuryEvent[] {
  const { turnId, status, waitsFor } = turnFromDoc(after);
  if (before !== null && turnFromDoc(before).status === status) return [];
  switch (status) {
    case "waiting":
      return [{ kind: "turnWaiting", ...happened, turnId, waitsFor }];
    case "done":
      return [{ kind: "turnEnded", ...happened, turnId }];
    case "running":
      return [];
  }
}

/** `proposalExecuted` reports expenses. */
function eventOfEntry(workspaceId: string, entry: Entry, happened: Happened): TreasuryEvent | null {
  const wire = entryToWire(workspaceId, entry);
  if (wire.reversalOf !== null) return { kind: "reversed", ...happened, entry: wire };
  return wire.type === "expense" ? null : { kind: "credited", ...happened, entry: wire };
}
