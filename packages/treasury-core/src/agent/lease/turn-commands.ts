import { TreasuryError, type Doc } from "@agent-treasury/provider";
import { forgottenRecord } from "../../idempotency/keyed-request.ts";
import type { Books } from "../../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../../ledger/command.ts";
import { isLeaseOver } from "../../ledger/lease-over.ts";
import { statusOf } from "../../treasury/proposals/proposal-record.ts";
import { proposalKind } from "../../treasury/proposals/proposal.ts";
import { type TurnDocument, turnFromDoc, turnKey, turnKind, turnToDoc } from "./turn-document.ts";

/** Who takes a turn, and for how long unless it is renewed. */
export interface TurnLease {
  readonly turnId: string;
  /** Names one run of the turn. */
  readonly writer: string;
  readonly leaseMs: number;
}

/** Begins a turn, unless another one runs in the workspace. */
export function beginTurn(
  lease: TurnLease,
  retentionMs: number,
  keyRecordId: string | null,
): Command<{ readonly turnId: string; readonly epoch: number }> {
  const { turnId } = lease;
  return {
    name: "begin_turn",
    reads: [],
    reduce: (books, now) => {
      const rest = { status: "done", writer: null, leaseEndsAt: 0, waitsFor: [] } as const;
      const { epoch } = books.tip;
      const document = { ...rest, turnId, epoch, keyRecordId, expiresAt: now + retentionMs };
      return taken(books, document, lease, now, { turnId, epoch });
    },
  };
}

/** What somebody who would take a turn up is told. */
export type TakeUp =
  | { readonly kind: "missing" | "done" | "running" | "waiting" }
  | { readonly kind: "taken"; readonly before: TurnDocument; readonly isEarlierEpoch: boolean };

/**
 * Takes a turn up where nobody runs it and nothing of it waits for a person any more: of all who ask,
 * one is told `taken`.
 *
 * @throws TreasuryError `turn_in_progress` when another turn runs in the workspace.
 */
export function takeUpTurn(lease: TurnLease): Command<TakeUp> {
  const key = turnKey(lease.turnId);
  return {
    name: "take_up_turn",
    reads: [key],
    reduce: (books, now) => {
      const doc = books.doc(key);
      if (doc === undefined) return unchanged({ kind: "missing" });
      const before = turnFromDoc(doc);
      if (before.status === "done") return unchanged({ kind: "done" });
      const isOver = isLeaseOver(before.leaseEndsAt, now, lease.leaseMs);
      if (before.status === "running" && !isOver) return unchanged({ kind: "running" });
      if (before.status === "waiting" && stillWaits(books, before))
        return unchanged({ kind: "waiting" });
      const isEarlierEpoch = before.epoch !== books.tip.epoch;
      return taken(books, before, lease, now, { kind: "taken", before, isEarlierEpoch });
    },
  };
}

/** `reset`: the lease was extended so that the turn can end, because a new epoch has begun. */
export type Renewal = "renewed" | "reset" | "lost";

/** Extends a turn's lease, unless another run of the turn has it. */
export function renewTurn(lease: TurnLease): Command<Renewal> {
  return {
    name: "renew_turn",
    reads: [],
    reduce: (books, now) => {
      const document = ownDocument(books, lease);
      if (document === null) return unchanged("lost");
      const renewed = { ...document, leaseEndsAt: now + lease.leaseMs };
      const put = [turnToDoc(renewed)];
      const answer = document.epoch === books.tip.epoch ? "renewed" : "reset";
      return { kind: "changed", answer, changes: changesOn(books, { put }) };
    },
  };
}

/** What a turn is left with by whoever ran it. */
export type TurnRest =
  | { readonly status: "done"; readonly forgetKey: boolean }
  | { readonly status: "waiting"; readonly waitsFor: readonly string[] }
  /** It is to be taken up again at once. */
  | { readonly status: "running" };

/** What a turn is left with that has no directive. */
export const goneForGood: TurnRest = { status: "done", forgetKey: true };

/** What became of letting go of a turn. */
export type Leaving =
  /** `lost` when somebody else has it. */
  | { readonly kind: "left" | "lost" }
  /** Whoever decided last was told that the turn runs, so whoever runs it has to go on. */
  | { readonly kind: "decided"; readonly isEarlierEpoch: boolean };

/** Lets go of a turn; not of one that is to wait, when nothing of it waits any more. */
export function leaveTurn(lease: TurnLease, rest: TurnRest): Command<Leaving> {
  return {
    name: "leave_turn",
    reads: [],
    reduce: (books, now) => {
      const document = ownDocument(books, lease);
      if (document === null) return unchanged({ kind: "lost" });
      if (rest.status === "waiting" && !stillWaits(books, rest)) {
        const isEarlierEpoch = document.epoch !== books.tip.epoch;
        return unchanged({ kind: "decided", isEarlierEpoch });
      }
      const put = [turnToDoc(restingDocument(document, rest, now))];
      const { keyRecordId } = document;
      if (rest.status === "done" && rest.forgetKey && keyRecordId !== null) {
        put.push(forgottenRecord(keyRecordId, books.tip.epoch));
      }
      return { kind: "changed", answer: { kind: "left" }, changes: changesOn(books, { put }) };
    },
  };
}

function restingDocument(document: TurnDocument, rest: TurnRest, now: number): TurnDocument {
  const { status } = rest;
  if (status === "running") return { ...document, leaseEndsAt: now };
  const waitsFor = status === "waiting" ? rest.waitsFor : [];
  return { ...document, status, writer: null, leaseEndsAt: 0, waitsFor };
}

function taken<Answer>(
  books: Books,
  before: TurnDocument,
  { writer, leaseMs }: TurnLease,
  now: number,
  answer: Answer,
): Outcome<Answer> {
  const left: Doc[] = [];
  for (const other of books.openDocs(turnKind)) {
    const dueAt = other.dueAt ?? 0;
    if (other.id === before.turnId) continue;
    if (!isLeaseOver(dueAt, now, leaseMs)) return refused(inProgress(books));
    // A recovery finds only what is due.
    if (dueAt > now) left.push({ ...other, dueAt: now });
  }
  const running = { ...before, status: "running", writer, leaseEndsAt: now + leaseMs } as const;
  const put = [...left, turnToDoc(running)];
  return { kind: "changed", answer, changes: changesOn(books, { put }) };
}

function stillWaits(books: Books, { waitsFor }: Pick<TurnDocument, "waitsFor">): boolean {
  for (const doc of books.openDocs(proposalKind)) {
    if (waitsFor.includes(doc.id) && statusOf(doc) === "pending") return true;
  }
  return false;
}

/** The document of a turn for the run that has it, null for any other. A turn that runs is open, so nothing is looked up. */
function ownDocument(books: Books, { turnId, writer }: TurnLease): TurnDocument | null {
  const doc = books.doc(turnKey(turnId));
  if (doc?.open !== true) return null;
  const document = turnFromDoc(doc);
  return document.writer === writer ? document : null;
}

function unchanged<Answer>(answer: Answer): Outcome<Answer> {
  return { kind: "unchanged", answer };
}

function inProgress({ workspaceId }: Books): TreasuryError {
  return new TreasuryError(
    "turn_in_progress",
    `Another turn is under way in workspace ${workspaceId}.`,
    { headers: { "retry-after": "5" } },
  );
}
