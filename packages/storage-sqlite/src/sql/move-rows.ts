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
import { movedTableNames, movedTables, totalsOfTables } from "@agent-treasury/provider/helpers";
import type { SqlConnection } from "./sql-connection.ts";

const keyOf = (table: MovedTable): string[] => Object.keys(movedTables[table].key);
const restOf = (table: MovedTable): string[] => Object.keys(movedTables[table].rest);
const columnsOf = (table: MovedTable): string[] => [...keyOf(table), ...restOf(table)];
const marks = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

/** The condition of a statement, and its values. */
function within(scope: MoveScope): { readonly where: string; readonly values: string[] } {
  return scope === null
    ? { where: "", values: [] }
    : { where: "WHERE workspace_id = ?", values: [scope] };
}

function selected({ selectInteger }: SqlConnection, table: MovedTable): string {
  const columns = Object.entries({ ...movedTables[table].key, ...movedTables[table].rest });
  return columns.map(([name, type]) => (type === "text" ? name : selectInteger(name))).join(", ");
}

export function readRows(
  connection: SqlConnection,
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
  const values = [...(scope === null ? [] : [scope]), ...(after?.slice(0, key.length) ?? [])];
  return connection
    .prepare(
      `SELECT ${selected(connection, table)} FROM ${table} ${where} ORDER BY ${key.join(", ")} LIMIT ?`,
    )
    .all(...values, limit)
    .map((row) => rowOf(table, row as Record<string, unknown>));
}

interface ChangeRow {
  readonly id: bigint;
  readonly table_name: MovedTable;
  readonly key: string;
}

export function readChanges(
  connection: SqlConnection,
  scope: MoveScope,
  limit: number,
): MoveChanges {
  const { where, values } = within(scope);
  const text = `SELECT id, table_name, key FROM move_changes ${where} ORDER BY id LIMIT ?`;
  const found = connection.prepare(text).all(...values, limit) as unknown as ChangeRow[];
  const keys = new Map(
    found.map(({ table_name: table, key }) => [
      `${table} ${key}`,
      { table, key: keyFrom(table, key) },
    ]),
  );
  const rows: MovedRow[] = [];
  const removed: MovedKey[] = [];
  for (const one of keys.values()) {
    const row = rowAt(connection, one);
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

function rowAt(connection: SqlConnection, { table, key }: MovedKey): MovedRow | null {
  const where = keyOf(table).map((column) => `${column} = ?`);
  const text = `SELECT ${selected(connection, table)} FROM ${table} WHERE ${where.join(" AND ")}`;
  const row = connection.prepare(text).get(...key);
  return row === undefined ? null : rowOf(table, row as Record<string, unknown>);
}

function rowOf(table: MovedTable, row: Record<string, unknown>): MovedRow {
  return { table, values: columnsOf(table).map((column) => row[column] as MovedValue) };
}

/** Call within a transaction. */
export function writeRows(connection: SqlConnection, { rows, removed }: MoveWrite): void {
  for (const table of movedTableNames) {
    const [key, rest] = [keyOf(table), restOf(table)];
    const put = connection.prepare(
      `INSERT INTO ${table} (${columnsOf(table).join(", ")}) VALUES (${marks(key.length + rest.length)})
      ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${rest.map((column) => `${column} = excluded.${column}`).join(", ")}`,
    );
    for (const row of rows) if (row.table === table) put.run(...row.values);
    const where = key.map((column) => `${column} = ?`).join(" AND ");
    const remove = connection.prepare(`DELETE FROM ${table} WHERE ${where}`);
    for (const one of removed) if (one.table === table) remove.run(...one.key);
  }
}

export function removeRows(
  connection: SqlConnection,
  scope: MoveScope,
  tables: readonly string[] = movedTableNames,
): void {
  const { where, values } = within(scope);
  for (const table of tables) connection.prepare(`DELETE FROM ${table} ${where}`).run(...values);
}

export function hasRows(connection: SqlConnection, scope: MoveScope): boolean {
  return movedTableNames.some((table) => readRows(connection, table, scope, null, 1).length > 0);
}

export function readTotals(connection: SqlConnection, scope: MoveScope): MoveTotals {
  const { where, values } = within(scope);
  return totalsOfTables((table) => {
    const sums = movedTables[table].totals.map((sum, index) =>
      connection.selectInteger(sum, `sum${index}`),
    );
    const text = `SELECT ${sums.join(", ")} FROM ${table} ${where}`;
    const row = connection.prepare(text).get(...values) as
      | Record<string, bigint | null>
      | undefined;
    return sums.map((_sum, index) => String(row?.[`sum${index}`] ?? 0n));
  });
}
