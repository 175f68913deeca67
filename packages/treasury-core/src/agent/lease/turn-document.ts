import type { Doc, Key, Storage, TurnName } from "@agent-treasury/provider";

/** The kind of the documents that say who runs which turn. */
export const turnKind = "turn";

/** Who runs a turn, or that nobody does. Times are milliseconds since 1970. */
export interface TurnDocument {
  readonly turnId: string;
  /** The epoch of the ledger in which the turn began. A turn spends from no other epoch. */
  readonly epoch: number;
  readonly status: "running" | "waiting" | "done";
  /** Whoever runs it, while it runs. */
  readonly writer: string | null;
  /** Until when whoever runs it has said that it does; 0 unless it runs. */
  readonly leaseEndsAt: number;
  /** Ids of the proposals that it waits for. */
  readonly waitsFor: readonly string[];
  /** Of the idempotency key that it was begun under, null for none. */
  readonly keyRecordId: string | null;
  /** When it and its records may be removed. */
  readonly expiresAt: number;
}

/** The key of a turn's document. */
export function turnKey(turnId: string): Key {
  return { kind: turnKind, id: turnId };
}

/** Open while the turn runs, so that one turn at a time can be told by the open documents alone. */
export function turnToDoc(document: TurnDocument): Doc {
  // The rest of the body also has the fields that this version does not know.
  const { turnId, epoch, leaseEndsAt, expiresAt, ...body } = document;
  const runs = body.status === "running";
  return {
    ...turnKey(turnId),
    epoch,
    ordinal: null,
    open: runs,
    dueAt: runs ? leaseEndsAt : null,
    expiresAt,
    body,
  };
}

export function turnFromDoc(doc: Doc): TurnDocument {
  const body = doc.body as unknown as Pick<
    TurnDocument,
    "status" | "writer" | "waitsFor" | "keyRecordId"
  >;
  const { epoch, dueAt, expiresAt } = doc;
  return { ...body, turnId: doc.id, epoch, leaseEndsAt: dueAt ?? 0, expiresAt: expiresAt ?? 0 };
}

/** Reads a turn's document, null when there is none. */
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
