import type { Doc } from "@agent-treasury/provider";
import { retryLater } from "../../../kernel/errors.ts";
import { forgottenRecord } from "../../../kernel/idempotency/keyed-request.ts";
import { type Command, type Outcome, changed, unchanged } from "../../../kernel/ledger/command.ts";
import { isLeaseOver } from "../../../kernel/ledger/lease-over.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { statusOf } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey, proposalKind } from "../../../kernel/proposals/proposal.ts";
import { withMark } from "../../payees/index.ts";
import { type TurnDocument, turnFromDoc, turnKey, turnKind, turnToDoc } from "./turn-document.ts";

export interface TurnLease {
  readonly turnId: string;
  /** Identifies one run of the turn. */
  readonly writer: string;
  readonly leaseMs: number;
}

export type ReleaseStatus =
  | { readonly status: "done"; readonly forgetKey: boolean }
  | { readonly status: "waiting"; readonly waitsFor: readonly string[] }
  /** Another run may acquire the turn at once. */
  | { readonly status: "running" };

export const neverStarted: ReleaseStatus = { status: "done", forgetKey: true };

export function beginTurn(
  lease: TurnLease,
  retentionMs: number,
  origin: Pick<TurnDocument, "startedBy" | "keyRecordId">,
): Command<{ readonly turnId: string; readonly epoch: number }> {
  const { turnId } = lease;
  return {
    name: "begin_turn",
    reduce: (ledger, now) => {
      const idle = { status: "done", writer: null, leaseEndsAt: 0, waitsFor: [] } as const;
      const { epoch } = ledger.head;
      const times = { begunAt: now, activeAt: now, expiresAt: now + retentionMs };
      const document = { ...idle, ...origin, ...times, turnId, epoch };
      return acquired(ledger, document, lease, now, { turnId, epoch });
    },
  };
}

export type Acquisition =
  | { readonly kind: "missing" | "done" | "running" | "waiting" }
  | {
      readonly kind: "acquired";
      readonly before: TurnDocument;
      readonly isEarlierEpoch: boolean;
      /** The decided proposals for which it waited. */
      readonly proposals: readonly Doc[];
    };

/**
 * Acquires a turn that has no running process and no pending proposal.
 *
 * @throws TreasuryError `turn_in_progress` if another turn runs in the workspace.
 */
export function acquireTurn(lease: TurnLease): Command<Acquisition> {
  const key = turnKey(lease.turnId);
  return {
    name: "take_up_turn",
    reads: [key],
    reduce: (ledger, now) => {
      const doc = ledger.doc(key);
      if (doc === undefined) return unchanged({ kind: "missing" });
      const before = turnFromDoc(doc);
      if (before.status === "done") return unchanged({ kind: "done" });
      const isOver = isLeaseOver(before.leaseEndsAt, now, lease.leaseMs);
      if (before.status === "running" && !isOver) return unchanged({ kind: "running" });
      if (before.status === "waiting" && isPending(ledger, before)) {
        return unchanged({ kind: "waiting" });
      }
      const waitedFor = ledger.request(before.waitsFor.map(proposalKey));
      const proposals = waitedFor.filter((proposal) => proposal !== undefined);
      const isEarlierEpoch = before.epoch !== ledger.head.epoch;
      const answer = { kind: "acquired", before, isEarlierEpoch, proposals } as const;
      return acquired(ledger, before, lease, now, answer);
    },
  };
}

/** `reset`: the workspace has a new epoch. The lease is extended so that the turn can end. */
export type Renewal = "renewed" | "reset" | "lost";

export function renewTurn(lease: TurnLease): Command<Renewal> {
  return {
    name: "renew_turn",
    reduce: (ledger, now) => {
      const document = ownDocument(ledger, lease);
      if (document === null) return unchanged("lost");
      const renewed = { ...document, activeAt: now, leaseEndsAt: now + lease.leaseMs };
      const put = [turnToDoc(renewed)];
      const answer = document.epoch === ledger.head.epoch ? "renewed" : "reset";
      return changed(ledger, answer, { put });
    },
  };
}

export type Release =
  | { readonly kind: "released" | "lost" }
  /** The last approver received the response that the turn is running, so this run must continue it. */
  | { readonly kind: "decided"; readonly isEarlierEpoch: boolean };

/** @param hasReadOutside whether the turn read outside content, which its person's later spends state. */
export function releaseTurn(
  lease: TurnLease,
  release: ReleaseStatus,
  hasReadOutside = false,
): Command<Release> {
  return {
    name: "leave_turn",
    reduce: (ledger, now) => {
      const document = ownDocument(ledger, lease);
      if (document === null) return unchanged({ kind: "lost" });
      if (release.status === "waiting" && !isPending(ledger, release)) {
        const isEarlierEpoch = document.epoch !== ledger.head.epoch;
        return unchanged({ kind: "decided", isEarlierEpoch });
      }
      const put = [turnToDoc({ ...released(document, release, now), activeAt: now })];
      const { keyRecordId } = document;
      if (release.status === "done" && release.forgetKey && keyRecordId !== null) {
        put.push(forgottenRecord(keyRecordId, ledger.head.epoch));
      }
      const { head } = ledger;
      const marked = hasReadOutside ? withMark(head, document.startedBy, now) : head;
      return changed(ledger, { kind: "released" }, { head: marked, put });
    },
  };
}

function released(document: TurnDocument, release: ReleaseStatus, now: number): TurnDocument {
  const { status } = release;
  if (status === "running") return { ...document, leaseEndsAt: now };
  const waitsFor = status === "waiting" ? release.waitsFor : [];
  return { ...document, status, writer: null, leaseEndsAt: 0, waitsFor };
}

function acquired<Answer>(
  ledger: LedgerState,
  before: TurnDocument,
  { writer, leaseMs }: TurnLease,
  now: number,
  answer: Answer,
): Outcome<Answer> {
  const lapsed: Doc[] = [];
  for (const other of ledger.openDocs(turnKind)) {
    const dueAt = other.dueAt ?? 0;
    if (other.id === before.turnId) continue;
    if (!isLeaseOver(dueAt, now, leaseMs)) {
      const message = `Another turn is running in workspace ${ledger.workspaceId}.`;
      throw retryLater("turn_in_progress", message, 5);
    }
    // Recoveries read due documents only.
    if (dueAt > now) lapsed.push({ ...other, dueAt: now });
  }
  const times = { activeAt: now, leaseEndsAt: now + leaseMs };
  const running = { ...before, ...times, status: "running", writer } as const;
  const put = [...lapsed, turnToDoc(running)];
  return changed(ledger, answer, { put });
}

function isPending(ledger: LedgerState, { waitsFor }: Pick<TurnDocument, "waitsFor">): boolean {
  for (const doc of ledger.openDocs(proposalKind)) {
    if (waitsFor.includes(doc.id) && statusOf(doc) === "pending") return true;
  }
  return false;
}

/** A running turn is an open document, which is always loaded. */
function ownDocument(ledger: LedgerState, { turnId, writer }: TurnLease): TurnDocument | null {
  const doc = ledger.doc(turnKey(turnId));
  if (doc?.open !== true) return null;
  const document = turnFromDoc(doc);
  return document.writer === writer ? document : null;
}
