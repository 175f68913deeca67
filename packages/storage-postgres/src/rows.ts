import { type Doc, type Entry, type Head, type Json, Micros } from "@agent-treasury/provider";
import type { Row } from "./ask.ts";

export function partOf(row: Row): string {
  return textAt(row, 0);
}

export function workspaceIdOf(row: Row): string {
  return textAt(row, 1);
}

export function headFromRow(row: Row): Head {
  return {
    workspaceId: workspaceIdOf(row),
    version: BigInt(textAt(row, 2)),
    epoch: Number(textAt(row, 3)),
    sequence: BigInt(textAt(row, 4)),
    lastHash: textAt(row, 5),
    account: JSON.parse(textAt(row, 6)) as Json,
  };
}

export function entryFromRow(row: Row): Entry {
  return {
    sequence: BigInt(textAt(row, 2)),
    epoch: Number(textAt(row, 3)),
    amount: Micros.of(BigInt(textAt(row, 4))),
    balance: Micros.of(BigInt(textAt(row, 5))),
    previousHash: textAt(row, 6),
    hash: textAt(row, 7),
    body: JSON.parse(textAt(row, 8)) as Json,
  };
}

export function docFromRow(row: Row): Doc {
  const ordinal = row[5] ?? null;
  return {
    kind: textAt(row, 2),
    id: textAt(row, 3),
    epoch: Number(textAt(row, 4)),
    ordinal: ordinal === null ? null : BigInt(ordinal),
    open: textAt(row, 6) === "true",
    dueAt: timeFrom(row[7]),
    expiresAt: timeFrom(row[8]),
    body: JSON.parse(textAt(row, 9)) as Json,
  };
}

export function timeFromRow(row: Row): number {
  return Number(textAt(row, 2));
}

/** The number in the only row of a result. */
export function numberFrom([row = []]: readonly Row[]): number {
  return Number(textAt(row, 0));
}

/** Requires a column that is not null. */
export function textAt(row: Row, column: number): string {
  const text = row[column];
  if (text === null || text === undefined) {
    throw new TypeError(`Column ${column} of a database row is empty.`);
  }
  return text;
}

function timeFrom(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}
