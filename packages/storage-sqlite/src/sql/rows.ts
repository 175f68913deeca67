import {
  type Doc,
  type Entry,
  type Head,
  type Json,
  type Key,
  Micros,
} from "@agent-treasury/provider";

interface HeadRow {
  readonly workspace_id: string;
  readonly version: bigint;
  readonly epoch: bigint;
  readonly sequence: bigint;
  readonly last_hash: string;
  readonly account: string;
}

interface EntryRow {
  readonly sequence: bigint;
  readonly epoch: bigint;
  readonly amount_micros: bigint;
  readonly balance_micros: bigint;
  readonly previous_hash: string;
  readonly hash: string;
  readonly body: string;
}

interface DocRow {
  readonly workspace_id: string;
  readonly kind: string;
  readonly id: string;
  readonly epoch: bigint;
  readonly ordinal: bigint | null;
  readonly is_open: bigint;
  readonly due_at: bigint | null;
  readonly expires_at: bigint | null;
  readonly body: string;
}

/** The types of `node:sqlite` do not include the columns. */
export type Row = object;

export function headFromRow(row: Row): Head {
  const { workspace_id, version, epoch, sequence, last_hash, account } = row as HeadRow;
  return {
    workspaceId: workspace_id,
    version,
    epoch: Number(epoch),
    sequence,
    lastHash: last_hash,
    account: jsonFrom(account),
  };
}

export function entryFromRow(row: Row): Entry {
  const entry = row as EntryRow;
  return {
    epoch: Number(entry.epoch),
    sequence: entry.sequence,
    amount: Micros.of(entry.amount_micros),
    balance: Micros.of(entry.balance_micros),
    previousHash: entry.previous_hash,
    hash: entry.hash,
    body: jsonFrom(entry.body),
  };
}

export function docFromRow(row: Row): Doc {
  const doc = row as DocRow;
  return {
    kind: doc.kind,
    id: doc.id,
    epoch: Number(doc.epoch),
    ordinal: doc.ordinal,
    open: doc.is_open === 1n,
    dueAt: timeFrom(doc.due_at),
    expiresAt: timeFrom(doc.expires_at),
    body: jsonFrom(doc.body),
  };
}

export function keyOfRow(row: Row): Key {
  return row as DocRow;
}

export function workspaceIdOfRow(row: Row): string {
  return (row as DocRow | HeadRow).workspace_id;
}

function timeFrom(milliseconds: bigint | null): number | null {
  return milliseconds === null ? null : Number(milliseconds);
}

function jsonFrom(text: string): Json {
  return JSON.parse(text) as Json;
}
