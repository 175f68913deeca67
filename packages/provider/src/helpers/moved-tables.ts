import type { MoveTotals, MovedTable } from "../ports/storage-moves.ts";

export type MovedType = "text" | "integer" | "flag";

export interface MovedColumns {
  /** Begins with the workspace. */
  readonly key: Readonly<Record<string, MovedType>>;
  readonly rest: Readonly<Record<string, MovedType>>;
  /** SQL that SQLite and PostgreSQL share. Integers are reduced, so that no sum overflows. */
  readonly totals: readonly string[];
}

const workspace = { workspace_id: "text" } as const;
const reduced = (column: string): string => `sum(${column} % 1000003)`;

/** The columns of `StorageMoves`, in order. */
export const movedTables: Readonly<Record<MovedTable, MovedColumns>> = {
  entries: {
    key: { ...workspace, sequence: "integer" },
    rest: {
      epoch: "integer",
      amount_micros: "integer",
      balance_micros: "integer",
      previous_hash: "text",
      hash: "text",
      body: "text",
    },
    totals: ["count(*)", reduced("sequence"), "sum(amount_micros)", "sum(length(body))"],
  },
  documents: {
    key: { ...workspace, kind: "text", id: "text" },
    rest: {
      epoch: "integer",
      ordinal: "integer",
      is_open: "flag",
      due_at: "integer",
      expires_at: "integer",
      body: "text",
    },
    totals: [
      "count(*)",
      reduced("ordinal"),
      "sum(CASE WHEN is_open THEN 1 ELSE 0 END)",
      reduced("due_at"),
      reduced("expires_at"),
      "sum(length(body))",
    ],
  },
  claims: {
    key: { ...workspace, kind: "text", id: "text" },
    rest: { expires_at: "integer" },
    totals: ["count(*)", reduced("expires_at")],
  },
  commits: {
    key: { ...workspace, version: "integer" },
    rest: { id: "text", committed_at: "integer" },
    totals: ["count(*)", reduced("version"), reduced("committed_at")],
  },
  turn_records: {
    key: { ...workspace, turn_id: "text", sequence: "integer" },
    rest: { writer: "text", appended_at: "integer", expires_at: "integer", body: "text" },
    totals: ["count(*)", reduced("sequence"), reduced("expires_at"), "sum(length(body))"],
  },
  heads: {
    key: workspace,
    rest: {
      version: "integer",
      epoch: "integer",
      sequence: "integer",
      last_hash: "text",
      account: "text",
    },
    totals: ["count(*)", reduced("version"), reduced("sequence"), "sum(length(account))"],
  },
};

export const movedTableNames: readonly MovedTable[] = Object.keys(movedTables) as MovedTable[];

/** Returns the totals of each table. */
export function totalsOfTables(totals: (table: MovedTable) => readonly string[]): MoveTotals {
  return Object.fromEntries(
    movedTableNames.map((table) => [table, totals(table)] as const),
  ) as Record<MovedTable, readonly string[]>;
}
