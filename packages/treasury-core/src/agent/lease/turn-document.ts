import {
  TreasuryError,
  type Doc,
  type Key,
  type Storage,
  type TurnName,
} from "@agent-treasury/provider";

/** The kind of the documents of turns. */
export const turnKind = "turn";

/** The status and the lease of a turn. Times are milliseconds since 1970. */
export interface TurnDocument {
  readonly turnId: string;
  /** The epoch of the ledger in which the turn began. A turn spends from no other epoch. */
  readonly epoch: number;
  readonly status: "running" | "waiting" | "done";
  /** The run that has the lease; null unless the turn runs. */
  readonly writer: string | null;
  /** 0 unless the turn runs. */
  readonly leaseEndsAt: number;
  /** Ids of the proposals that the turn waits for. */
  readonly waitsFor: readonly string[];
  /** The record of the request's idempotency key; null if it has none. */
  readonly keyRecordId: string | null;
  /** When the document and the turn's records may be purged. */
  readonly expiresAt: number;
}

/** The key of a turn's document. */
export function turnKey(turnId: string): Key {
  return { kind: turnKind, id: turnId };
}

/** A running turn is an open document, so that the open documents alone show whether a turn runs in the workspace. */
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

/** Reads a turn's document. */
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
