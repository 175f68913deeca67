import {
  TreasuryError,
  isTreasuryError,
  type Doc,
  type JsonObject,
  type Key,
  type Storage,
  type TurnName,
} from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { erasedPerson } from "../../../kernel/approvals/erased-persons.ts";
import type { DocumentKind, Erasing, ErasedDoc } from "../../../kernel/documents/document-kind.ts";
import type { Person } from "../../../kernel/ledger/person.ts";
import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { erasedText } from "../../../kernel/proposals/erased-marker.ts";

export const turnKind = "turn";

export interface TurnDocument {
  readonly turnId: string;
  /** The turn spends in no other epoch. */
  readonly epoch: number;
  readonly status: "running" | "waiting" | "done";
  /** Identifies the run that has the lease. */
  readonly writer: string | null;
  readonly leaseEndsAt: number;
  readonly waitsFor: readonly string[];
  readonly keyRecordId: string | null;
  /** Null if unknown. */
  readonly startedBy: Person | null;
  /** 0 if version 0.1 began the turn. */
  readonly begunAt: number;
  /** When it was written last. That of `begunAt` if an earlier version wrote it. */
  readonly activeAt: number;
  readonly expiresAt: number;
}

export function turnKey(turnId: string): Key {
  return { kind: turnKind, id: turnId };
}

/** A running turn is open, so that open documents show whether a turn runs in the workspace. */
export function turnToDoc(document: TurnDocument): Doc {
  // `body` includes fields that this version does not know.
  const { turnId, epoch, leaseEndsAt, expiresAt, startedBy, ...body } = document;
  const runs = body.status === "running";
  return {
    ...turnKey(turnId),
    epoch,
    ordinal: null,
    open: runs,
    dueAt: runs ? leaseEndsAt : null,
    expiresAt,
    body: { ...body, startedBy: startedBy && { ...startedBy } },
  };
}

export function turnFromDoc(doc: Doc): TurnDocument {
  const body = fromStored<
    Pick<TurnDocument, "status" | "writer" | "waitsFor" | "keyRecordId"> &
      Partial<Pick<TurnDocument, "startedBy" | "begunAt" | "activeAt">>
  >(doc.body);
  const { epoch, dueAt, expiresAt } = doc;
  const { begunAt = 0, activeAt = begunAt } = body;
  const times = { leaseEndsAt: dueAt ?? 0, expiresAt: expiresAt ?? 0, begunAt, activeAt };
  return { ...body, ...times, turnId: doc.id, epoch, startedBy: body.startedBy ?? null };
}

export async function readTurn(
  storage: Storage,
  { workspaceId, turnId }: TurnName,
): Promise<{ readonly document: TurnDocument | null; readonly storageNow: number }> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [turnKey(turnId)] }]);
  const doc = snapshot?.found[0];
  return {
    document: doc === undefined ? null : turnFromDoc(doc),
    storageNow: snapshot?.storageNow ?? 0,
  };
}

export function turnNotFound({ workspaceId, turnId }: TurnName): TreasuryError {
  return new TreasuryError(
    "turn_not_found",
    `There is no turn ${JSON.stringify(turnId)} in workspace ${workspaceId}.`,
  );
}

export function turnFailure(error: unknown, message: string): TreasuryError {
  if (isTreasuryError(error)) return error;
  return new TreasuryError("turn_failed", message, { cause: error });
}

export const turnDocument: DocumentKind = {
  kind: turnKind,
  erasure: "own",
  erase: erasedTurn,
  eventsOf: (doc, change) => {
    const known = change.known();
    return known === undefined ? [] : eventsOfTurn(known, doc);
  },
};

/**
 * A turn that was active later keeps its records, so that it can resume, and its person, who must not
 * approve its spends as another one. Version 0.1 stored neither the person nor the time.
 */
function erasedTurn(doc: Doc, { before }: Erasing): ErasedDoc {
  const body = doc.body as JsonObject & { startedBy?: JsonObject & Person };
  const { startedBy } = body;
  const isErased = !startedBy || startedBy.name === erasedText;
  if (isErased || turnFromDoc(doc).activeAt >= before) return null;
  return { ...doc, body: { ...body, startedBy: { ...erasedPerson(startedBy) } } };
}

/** Resumed turns have no event. */
function eventsOfTurn(before: Doc | null, after: Doc): RecordedEvent[] {
  const { turnId, status, waitsFor } = turnFromDoc(after);
  if (before !== null && turnFromDoc(before).status === status) return [];
  if (status === "waiting") return [{ kind: "turnWaiting", turnId, waitsFor: [...waitsFor] }];
  return status === "done" ? [{ kind: "turnEnded", turnId }] : [];
}
