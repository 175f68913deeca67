import type { Doc, Entry, Json, Key } from "@agent-treasury/provider";
import { liveGroups, maximumGroups } from "@agent-treasury/rules";
import { turnFromDoc, turnKind } from "../agent/lease/turn-document.ts";
import { entryFromBody } from "../ledger/chain.ts";
import type { Changes } from "../ledger/command.ts";
import { type Freeze } from "../ledger/freeze.ts";
import { keyText } from "../ledger/key-text.ts";
import type { LedgerHead, LedgerState } from "../ledger/ledger-state.ts";
import { thresholdKind } from "../treasury/allocations/move-allocations.ts";
import { approverText } from "../treasury/approvals/approval-record.ts";
import { approvalsFromJson, isSummary } from "../treasury/approvals/approval-summary.ts";
import { draftFromDoc, draftKind } from "../treasury/drafts/draft-doc.ts";
import { deploymentWorkspaceId } from "../treasury/freezes/freeze-marker.ts";
import { knownPayeeKind, markOf } from "../treasury/payees/known-payee.ts";
import {
  isExpired,
  type ProposalProgress,
  progressOf,
} from "../treasury/proposals/proposal-record.ts";
import { proposalKind } from "../treasury/proposals/proposal.ts";
import { railBalanceKind, wasLow } from "../treasury/rails/rail-balance.ts";
import { isUsedUp, type StandingApproval } from "../treasury/standing/standing-approval.ts";
import { standingIn, standingKind } from "../treasury/standing/standing-doc.ts";
import type { RecordedEvent } from "./recorded-event.ts";

/** @param creates keys of documents that are new unless the state has them. */
export function eventsOfCommand(
  before: LedgerState,
  { head, entries, put }: Changes,
  creates: readonly Key[],
): readonly RecordedEvent[] {
  const frozen = eventsOfFreezes(before.head, head);
  if (before.workspaceId === deploymentWorkspaceId) {
    return [...frozen, ...put.flatMap((doc) => eventsOfRail(before, doc))];
  }
  const events = put.flatMap((doc) => eventsOfDoc(before, head, doc, creates));
  for (const entry of entries) events.push(...eventsOfEntry(entry));
  if (head.epoch !== before.head.epoch) events.push({ kind: "workspaceReset", epoch: head.epoch });
  const { published: digest } = head.account.rules;
  if (digest !== null && digest !== before.head.account.rules.published) {
    events.push({ kind: "rulesPublished", digest });
  }
  events.push(...frozen, ...eventsOfGroups(before.head, head));
  return events;
}

const nearlyFull = (maximumGroups * 4) / 5;

function eventsOfGroups(before: LedgerHead, after: LedgerHead): readonly RecordedEvent[] {
  const [were, are] = [before, after].map(({ account }) => account.rules.groups);
  if (were === undefined || are === undefined || were === are) return [];
  return [...are].flatMap(([counter, groups]): RecordedEvent[] => {
    const live = liveGroups(groups);
    if (live < nearlyFull || liveGroups(were.get(counter) ?? []) >= nearlyFull) return [];
    const [rule = ""] = counter.split(".");
    return [{ kind: "ruleGroupsNearlyFull", rule, groups: live }];
  });
}

function eventsOfRail(before: LedgerState, doc: Doc): RecordedEvent[] {
  if (doc.kind !== railBalanceKind || !wasLow(doc) || wasLow(before.doc(doc))) return [];
  return [{ kind: "railBalanceLow", rail: doc.id }];
}

function eventsOfDoc(
  before: LedgerState,
  { epoch }: LedgerHead,
  doc: Doc,
  creates: readonly Key[],
): RecordedEvent[] {
  switch (doc.kind) {
    case proposalKind: {
      const known = knownBefore(before, doc, creates);
      if (known === undefined) return [];
      const is = progressOf(doc);
      const isOfEpoch = doc.epoch === epoch;
      return eventsOfProposal(doc.id, known && progressOf(known), is, isOfEpoch);
    }
    case turnKind: {
      const known = knownBefore(before, doc, creates);
      return known === undefined ? [] : eventsOfTurn(known, doc);
    }
    case draftKind: {
      const last = draftFromDoc(doc)?.lastReplay ?? null;
      if (last === null || last.at === draftFromDoc(before.doc(doc))?.lastReplay?.at) return [];
      const { days, spends, changed, unknown, totals } = last;
      return [{ kind: "draftReplayed", days, spends, changed, unknown, totals }];
    }
    case thresholdKind: {
      const { allocationId, percent } = doc.body as unknown as Threshold;
      return [{ kind: "allocationThreshold", allocationId, percent }];
    }
    case knownPayeeKind:
      return eventsOfPayee(doc);
    case standingKind:
      return eventsOfStanding(standingIn(before.doc(doc), epoch), standingIn(doc, epoch));
    default:
      return [];
  }
}

interface Threshold {
  readonly allocationId: string;
  readonly percent: 80 | 100;
}

/** Null for a new document. Undefined if that is unknown, as after an erasure of closed records. */
function knownBefore(
  before: LedgerState,
  key: Key,
  creates: readonly Key[],
): Doc | null | undefined {
  const doc = before.doc(key);
  if (doc !== undefined) return doc;
  const text = keyText(key);
  return creates.some((created) => keyText(created) === text) ? null : undefined;
}

function eventsOfProposal(
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

function eventsOfStanding(
  were: readonly StandingApproval[],
  are: readonly StandingApproval[],
): RecordedEvent[] {
  return are.flatMap((one): RecordedEvent[] => {
    const standingApprovalId = one.id;
    const was = were.find(({ id }) => id === one.id);
    if (was === undefined) return [{ kind: "standingApprovalCreated", standingApprovalId }];
    const ended = { kind: "standingApprovalEnded", standingApprovalId } as const;
    if (one.revoked !== null && was.revoked === null) return [{ ...ended, ended: "revoked" }];
    return isUsedUp(one) && !isUsedUp(was) ? [{ ...ended, ended: "used_up" }] : [];
  });
}

/** Approvals, denials, refunds and resets have events of their own. */
function eventsOfPayee(doc: Doc): RecordedEvent[] {
  const { added: rail, forgotten } = markOf(doc);
  const payeeId = doc.id;
  if (forgotten === true) return [{ kind: "payeeForgotten", payeeId }];
  return rail === undefined ? [] : [{ kind: "payeeAdded", payeeId, rail }];
}

/** Resumed turns have no event. */
function eventsOfTurn(before: Doc | null, after: Doc): RecordedEvent[] {
  const { turnId, status, waitsFor } = turnFromDoc(after);
  if (before !== null && turnFromDoc(before).status === status) return [];
  switch (status) {
    case "waiting":
      return [{ kind: "turnWaiting", turnId, waitsFor: [...waitsFor] }];
    case "done":
      return [{ kind: "turnEnded", turnId }];
    case "running":
      return [];
  }
}

/** `proposalExecuted` reports expenses. */
function eventsOfEntry({ sequence, body }: Entry): RecordedEvent[] {
  const { type, reversalOf } = entryFromBody(body);
  const recorded = { sequence: sequence.toString() };
  if (reversalOf !== null) return [{ kind: "reversed", ...recorded }];
  return type === "expense" ? [] : [{ kind: "credited", ...recorded }];
}

function eventsOfFreezes(
  { account: { freezes: was } }: LedgerHead,
  { account: { freezes: are } }: LedgerHead,
): RecordedEvent[] {
  if (was === are) return [];
  return [
    ...are.filter((one) => !isIn(was, one)).map((one) => freezeEvent("frozen", one)),
    ...was.filter((one) => !isIn(are, one)).map((one) => freezeEvent("unfrozen", one)),
  ];
}

function isIn(freezes: readonly Freeze[], { record }: Freeze): boolean {
  return freezes.some((one) => one.record === record);
}

function freezeEvent(kind: "frozen" | "unfrozen", { scope, record }: Freeze): RecordedEvent {
  return { kind, scope, freezeId: record };
}
