import { TreasuryError } from "@agent-treasury/provider";
import {
  integerColumns,
  isMoveMessage,
  prepareStatements,
  type Row,
  type SqlConnection,
  type SqlStatement,
  type SqlValue,
} from "@agent-treasury/storage-sqlite/sql";
import type { ObjectSql, ObjectStorage } from "./platform.ts";

/**
 * The SQLite of one object. Calls are synchronous and the object has one thread, so that reads need
 * no transaction. The platform sends no answer and no request of the object before its earlier
 * writes are durable, and resets the object if they fail.
 */
export function objectConnection(storage: ObjectStorage): SqlConnection {
  const writing = <Result>(work: () => Result): Result => storage.transactionSync(work);
  return {
    statements: prepareStatements((text) => statementOf(storage.sql, text), selected),
    prepare: (text) => statementOf(storage.sql, text),
    execute: (text) => void storage.sql.exec(text),
    selectInteger,
    reading: (work) => work(),
    writing,
    committing: (_writes, work) => ({ result: writing(work), landed: { kind: "committed" } }),
    isRefusedRow,
    movedError,
  };
}

function statementOf(sql: ObjectSql, text: string): SqlStatement {
  const rows = (values: readonly SqlValue[]): Row[] =>
    sql
      .exec(text, ...values.map(bound))
      .toArray()
      .map(read);
  return {
    get: (...values) => rows(values)[0],
    all: (...values) => rows(values),
    run: (...values) => {
      rows(values);
      return {
        get changes() {
          const [row] = sql.exec("SELECT changes() AS count").toArray();
          return (row as { readonly count: number }).count;
        },
      };
    },
  };
}

/** The platform returns integers as doubles, which have 53 bits. */
function selected(column: string): string {
  return integerColumns.has(column) ? selectInteger(column) : column;
}

function selectInteger(expression: string, name = expression): string {
  return `CAST(${expression} AS TEXT) AS ${name}${asText}`;
}

/** Another name, because `ORDER BY` would otherwise compare the text. */
const asText = "_text";

function read(row: object): Row {
  const columns = Object.entries(row) as [string, string | number | null][];
  return Object.fromEntries(
    columns.map(([name, value]) => {
      if (!name.endsWith(asText)) return [name, typeof value === "number" ? BigInt(value) : value];
      return [name.slice(0, -asText.length), value === null ? null : BigInt(value)];
    }),
  );
}

/** The platform binds no integers. SQLite turns text into one for a column of integers. */
function bound(value: SqlValue): string | number | null {
  return typeof value === "bigint" ? `${value}` : value;
}

const refusals = /SQLITE_(?:CONSTRAINT|TOOBIG|MISMATCH|RANGE)\b/;

/** The error of a workspace that was moved, if a move refused the write. */
export function movedError(error: unknown): TreasuryError | null {
  if (!(error instanceof Error) || !isMoveMessage(error.message)) return null;
  const [message = ""] = error.message.split(": SQLITE_");
  return new TreasuryError("storage_moved", `${message}.`, { cause: error });
}

function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && refusals.test(error.message);
}
