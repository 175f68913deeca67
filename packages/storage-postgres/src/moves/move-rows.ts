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
import { type MovedType, movedTableNames, movedTables } from "@agent-treasury/provider/helpers";
import { arrayLiteral, type Element } from "../array-literal.ts";
import type { Row, Send } from "../ask.ts";
import { textAt } from "../rows.ts";

const sqlTypes: Readonly<Record<MovedType, string>> = {
  text: "text",
  integer: "bigint",
  flag: "boolean",
};

/** The condition of a scope in $1. */
const isWithin = "$1::text IS NULL OR workspace_id = $1";

type Column = readonly [name: string, type: MovedType];

const keyOf = (table: MovedTable): Column[] => Object.entries(movedTables[table].key);
const columnsOf = (table: MovedTable): Column[] => [
  ...keyOf(table),
  ...Object.entries(movedTables[table].rest),
];
const names = (columns: readonly Column[]): string => columns.map(([name]) => name).join(", ");

/** Flags as 0 and 1. */
function selected(table: MovedTable): string {
  return columnsOf(table)
    .map(([name, type]) => `one.${name}${type === "flag" ? "::int" : ""}::text`)
    .join(", ");
}

function rowFrom(table: MovedTable, row: Row): MovedRow {
  return { table, values: valuesFrom(columnsOf(table), row) };
}

function valuesFrom(columns: readonly Column[], texts: Row): MovedValue[] {
  return columns.map(([, type], index) => {
    const text = texts[index] ?? null;
    return text === null || type === "text" ? text : BigInt(text);
  });
}

export async function readRows(
  send: Send,
  schema: string,
  table: MovedTable,
  scope: MoveScope,
  after: readonly MovedValue[] | null,
  limit: number,
): Promise<MovedRow[]> {
  const key = keyOf(table);
  const values: unknown[] = [limit];
  const place = (value: MovedValue | undefined, type: MovedType): string =>
    `$${values.push(value?.toString())}::${sqlTypes[type]}`;
  const wheres: string[] = [];
  if (scope !== null) wheres.push(`workspace_id = ${place(scope, "text")}`);
  if (after !== null) {
    const places = key.map(([, type], index) => place(after[index], type));
    wheres.push(`(${names(key)}) > (${places.join(", ")})`);
  }
  const where = wheres.length === 0 ? "" : `WHERE ${wheres.join(" AND ")}`;
  const rows = await send(
    `SELECT ${selected(table)} FROM ${schema}.${table} AS one ${where}
    ORDER BY ${key.map(([name]) => `one.${name}`).join(", ")} LIMIT $1::bigint`,
    values,
  );
  return rows.map((row) => rowFrom(table, row));
}

/** Call within one transaction that reads at one moment. */
export async function readChanges(
  send: Send,
  schema: string,
  scope: MoveScope,
  limit: number,
): Promise<MoveChanges> {
  const found = await send(
    `SELECT id::text, table_name, array_to_json(key)::text FROM ${schema}.move_changes
    WHERE ${isWithin} ORDER BY id LIMIT $2::bigint`,
    [scope, limit],
  );
  const rows: MovedRow[] = [];
  const removed: MovedKey[] = [];
  for (const table of movedTableNames) {
    const texts = new Set(found.filter((row) => row[1] === table).map((row) => textAt(row, 2)));
    const keys = [...texts].map((text) => valuesFrom(keyOf(table), JSON.parse(text) as Row));
    if (keys.length === 0) continue;
    const there = await rowsAt(send, schema, table, keys);
    const known = new Set(there.map(({ values }) => keyText(table, values)));
    rows.push(...there);
    removed.push(
      ...keys.filter((key) => !known.has(keyText(table, key))).map((key) => ({ table, key })),
    );
  }
  return { ids: found.map((row) => textAt(row, 0)), rows, removed };
}

function keyText(table: MovedTable, values: readonly MovedValue[]): string {
  return JSON.stringify(values.slice(0, keyOf(table).length).map(String));
}

async function rowsAt(
  send: Send,
  schema: string,
  table: MovedTable,
  keys: readonly (readonly MovedValue[])[],
): Promise<MovedRow[]> {
  const columns = keyOf(table);
  const rows = await send(
    `SELECT ${selected(table)} FROM ${unnested(columns)} AS asked (${names(columns)})
    JOIN ${schema}.${table} AS one USING (${names(columns)})`,
    arraysOf(columns, keys),
  );
  return rows.map((row) => rowFrom(table, row));
}

/** Call within a transaction. */
export async function writeRows(
  send: Send,
  schema: string,
  { rows, removed }: MoveWrite,
): Promise<void> {
  for (const table of movedTableNames) {
    const [key, columns] = [keyOf(table), columnsOf(table)];
    const rest = Object.keys(movedTables[table].rest);
    const put = rows.filter((row) => row.table === table).map(({ values }) => values);
    if (put.length > 0) {
      await send(
        `INSERT INTO ${schema}.${table} (${names(columns)}) SELECT * FROM ${unnested(columns)} AS one
        ON CONFLICT (${names(key)}) DO UPDATE
        SET ${rest.map((name) => `${name} = excluded.${name}`).join(", ")}`,
        arraysOf(columns, put),
      );
    }
    const keys = removed.filter((one) => one.table === table).map((one) => one.key);
    if (keys.length > 0) {
      const isSame = key.map(([name]) => `one.${name} = asked.${name}`).join(" AND ");
      await send(
        `DELETE FROM ${schema}.${table} AS one USING ${unnested(key)} AS asked (${names(key)})
        WHERE ${isSame}`,
        arraysOf(key, keys),
      );
    }
  }
}

function unnested(columns: readonly Column[]): string {
  const arrays = columns.map(([, type], index) => `$${index + 1}::${sqlTypes[type]}[]`);
  return `unnest(${arrays.join(", ")})`;
}

function arraysOf(columns: readonly Column[], rows: readonly (readonly MovedValue[])[]): string[] {
  return columns.map(([, type], index) =>
    arrayLiteral(
      rows.map((row): Element => {
        const value = row[index] ?? null;
        if (value === null || typeof value === "string") return value;
        return type === "flag" ? value === 1n : value.toString();
      }),
    ),
  );
}

export async function removeRows(
  send: Send,
  schema: string,
  scope: MoveScope,
  tables: readonly string[] = movedTableNames,
): Promise<void> {
  for (const table of tables) {
    await send(`DELETE FROM ${schema}.${table} WHERE ${isWithin}`, [scope]);
  }
}

export async function hasRows(send: Send, schema: string, scope: MoveScope): Promise<boolean> {
  for (const table of movedTableNames) {
    const rows = await readRows(send, schema, table, scope, null, 1);
    if (rows.length > 0) return true;
  }
  return false;
}

export async function readTotals(
  send: Send,
  schema: string,
  scope: MoveScope,
): Promise<MoveTotals> {
  const totals: Partial<Record<MovedTable, string[]>> = {};
  for (const table of movedTableNames) {
    const sums = movedTables[table].totals.map((sum) => `coalesce(${sum}, 0)::text`);
    const [row = []] = await send(
      `SELECT ${sums.join(", ")} FROM ${schema}.${table} WHERE ${isWithin}`,
      [scope],
    );
    totals[table] = sums.map((_sum, index) => textAt(row, index));
  }
  return totals as MoveTotals;
}
