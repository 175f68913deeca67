import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type {
  MoveChanges,
  MoveScope,
  MoveTotals,
  MoveWrite,
  MovedKey,
  MovedRow,
  MovedTable,
  MovedValue,
} from "@agent-treasury/provider";
import { movedTableNames, movedTables } from "@agent-treasury/provider/helpers";

const keyOf = (table: MovedTable): string[] => Object.keys(movedTables[table].key);
const restOf = (table: MovedTable): string[] => Object.keys(movedTables[table].rest);
const columnsOf = (table: MovedTable): string[] => [...keyOf(table), ...restOf(table)];
const marks = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

export function readRows(
  database: DatabaseSync,
  table: MovedTable,
  scope: MoveScope,
  after: readonly MovedValue[] | null,
  limit: number,
): MovedRow[] {
  const key = keyOf(table);
  const wheres = [
    ...(scope === null ? [] : ["workspace_id = ?"]),
    ...(after === null ? [] : [`(${key.join(", ")}) > (${marks(key.length)})`]),
  ];
  const where = wheres.length === 0 ? "" : `WHERE ${wheres.join(" AND ")}`;
  const statement = database.prepare(
    `SELECT ${columnsOf(table).join(", ")} FROM ${table} ${where} ORDER BY ${key.join(", ")} LIMIT ?`,
  );
  statement.setReadBigInts(true);
  const values = [...(scope === null ? [] : [scope]), ...(after?.slice(0, key.length) ?? [])];
  return statement.all(...values, limit).map((row) => rowOf(table, row));
}

interface ChangeRow {
  readonly id: bigint;
  readonly table_name: MovedTable;
  readonly key: string;
}

export function readChanges(database: DatabaseSync, scope: MoveScope, limit: number): MoveChanges {
  const statement = database.prepare(
    `SELECT id, table_name, key FROM move_changes ${scope === null ? "" : "WHERE workspace_id = ?"}
    ORDER BY id LIMIT ?`,
  );
  statement.setReadBigInts(true);
  const found = statement.all(...(scope === null ? [] : [scope]), limit) as unknown as ChangeRow[];
  const keys = new Map(
    found.map(({ table_name: table, key }) => [
      `${table} ${key}`,
      { table, key: keyFrom(table, key) },
    ]),
  );
  const rows: MovedRow[] = [];
  const removed: MovedKey[] = [];
  for (const one of keys.values()) {
    const row = rowAt(database, one);
    if (row === null) removed.push(one);
    else rows.push(row);
  }
  return { ids: found.map(({ id }) => `${id}`), rows, removed };
}

function keyFrom(table: MovedTable, key: string): MovedValue[] {
  const types = Object.values(movedTables[table].key);
  const parts = JSON.parse(key) as string[];
  return parts.map((part, index) => (types[index] === "text" ? part : BigInt(part)));
}

function rowAt(database: DatabaseSync, { table, key }: MovedKey): MovedRow | null {
  const where = keyOf(table).map((column) => `${column} = ?`);
  const statement = database.prepare(
    `SELECT ${columnsOf(table).join(", ")} FROM ${table} WHERE ${where.join(" AND ")}`,
  );
  statement.setReadBigInts(true);
  const row = statement.get(...(key as SQLInputValue[]));
  return row === undefined ? null : rowOf(table, row);
}

function rowOf(table: MovedTable, row: Record<string, unknown>): MovedRow {
  return { table, values: columnsOf(table).map((column) => row[column] as MovedValue) };
}

/** Call within a transaction. */
export function writeRows(database: DatabaseSync, { rows, removed }: MoveWrite): void {
  for (const table of movedTableNames) {
    const [key, rest] = [keyOf(table), restOf(table)];
    const put = database.prepare(
      `INSERT INTO ${table} (${columnsOf(table).join(", ")}) VALUES (${marks(key.length + rest.length)})
      ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${rest.map((column) => `${column} = excluded.${column}`).join(", ")}`,
    );
    for (const row of rows) if (row.table === table) put.run(...row.values);
    const where = key.map((column) => `${column} = ?`).join(" AND ");
    const remove = database.prepare(`DELETE FROM ${table} WHERE ${where}`);
    for (const one of removed) if (one.table === table) remove.run(...one.key);
  }
}

export function removeRows(database: DatabaseSync, scope: MoveScope): void {
  for (const table of movedTableNames) {
    const statement = database.prepare(
      `DELETE FROM ${table} ${scope === null ? "" : "WHERE workspace_id = ?"}`,
    );
    statement.run(...(scope === null ? [] : [scope]));
  }
}

export function hasRows(database: DatabaseSync, scope: MoveScope): boolean {
  return movedTableNames.some((table) => readRows(database, table, scope, null, 1).length > 0);
}

export function readTotals(database: DatabaseSync, scope: MoveScope): MoveTotals {
  const entries = movedTableNames.map((table) => {
    const sums = movedTables[table].totals.map((sum, index) => `${sum} AS sum${index}`);
    const where = scope === null ? "" : "WHERE workspace_id = ?";
    const statement = database.prepare(`SELECT ${sums.join(", ")} FROM ${table} ${where}`);
    statement.setReadBigInts(true);
    const row = statement.get(...(scope === null ? [] : [scope])) ?? {};
    return [table, sums.map((_sum, index) => String(row[`sum${index}`] ?? 0n))] as const;
  });
  return Object.fromEntries(entries) as unknown as MoveTotals;
}
