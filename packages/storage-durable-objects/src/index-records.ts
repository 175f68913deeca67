import type { MoveDirection, MoveState, StorageMoves } from "@agent-treasury/provider";
import { type SqlConnection, sqliteMoves } from "@agent-treasury/storage-sqlite/sql";
import { objectConnection } from "./object-connection.ts";
import { createSchema, hasSchema } from "./object-schema.ts";
import type { ObjectStorage } from "./platform.ts";
import type { IndexCalls } from "./workspace-calls.ts";

type Synchronous<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (
    ...values: infer Values
  ) => Promise<infer Result>
    ? (...values: Values) => Result
    : never;
};

type Listings = Pick<IndexCalls, "report" | "workspaces" | "workspacesWithOpen">;

/** All workspaces, and the kinds of their open documents, in the SQLite of one object. */
export function indexRecords(storage: ObjectStorage): Synchronous<
  Listings & Pick<IndexCalls, "beginWrite" | "endWrite">
> & {
  readonly moves: StorageMoves;
} {
  const { sql } = storage;
  sql.exec(`
    CREATE TABLE IF NOT EXISTS workspaces (
      id TEXT PRIMARY KEY, number INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS open_kinds (
      kind TEXT NOT NULL, workspace_id TEXT NOT NULL, PRIMARY KEY (kind, workspace_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS open_kinds_by_workspace ON open_kinds (workspace_id)
  `);
  // The tables of rows stay empty. They are created with the first move.
  let connection: SqlConnection | null = hasSchema(storage) ? objectConnection(storage) : null;
  const connected = (): SqlConnection => {
    createSchema(storage);
    return (connection ??= objectConnection(storage));
  };
  const withConnection = async <Result>(work: (own: SqlConnection) => Result): Promise<Result> =>
    work(connected());
  const stage = (direction: MoveDirection): MoveState | null => {
    if (connection === null) return null;
    const moves = sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'moves'").toArray();
    if (moves.length === 0) return null;
    const text = `SELECT move_id AS moveId, stage FROM moves
      WHERE direction = ? AND workspace_id = ''`;
    return (sql.exec(text, direction).toArray()[0] as MoveState | undefined) ?? null;
  };
  const stages = () => ({ out: stage("out"), in: stage("in") });
  return {
    moves: sqliteMoves(withConnection, withConnection),
    beginWrite: (moveId, step) => {
      const begun = sql.exec(
        `UPDATE moves SET writing = writing + 1 WHERE direction = 'in' AND workspace_id = ''
        AND move_id = ? AND stage = 'receiving' AND step = ? RETURNING writing`,
        moveId,
        step,
      );
      return (begun.toArray()[0] as { readonly writing: number } | undefined)?.writing ?? null;
    },
    endWrite: (moveId, step, attempt, progress) =>
      sql
        .exec(
          `UPDATE moves SET step = step + 1, progress = ? WHERE direction = 'in'
          AND workspace_id = '' AND move_id = ? AND stage = 'receiving' AND step = ?
          AND writing = ? RETURNING step`,
          JSON.stringify(progress),
          moveId,
          step,
          attempt,
        )
        .toArray().length > 0,
    report: (workspaceId, number, openKinds) =>
      storage.transactionSync(() => {
        if (openKinds === null) {
          sql.exec("DELETE FROM workspaces WHERE id = ?", workspaceId);
          sql.exec("DELETE FROM open_kinds WHERE workspace_id = ?", workspaceId);
          return { isEntered: false, newest: number, stages: stages() };
        }
        const entered = sql.exec(
          `INSERT INTO workspaces (id, number) VALUES (?1, ?2)
          ON CONFLICT (id) DO UPDATE SET number = excluded.number
          WHERE excluded.number > workspaces.number RETURNING number`,
          workspaceId,
          number,
        );
        if (entered.toArray().length === 0) {
          const found = sql.exec("SELECT number FROM workspaces WHERE id = ?", workspaceId);
          const [row] = found.toArray() as { readonly number: number }[];
          return { isEntered: false, newest: row?.number ?? number, stages: stages() };
        }
        sql.exec("DELETE FROM open_kinds WHERE workspace_id = ?", workspaceId);
        for (const kind of openKinds) {
          sql.exec("INSERT INTO open_kinds (kind, workspace_id) VALUES (?, ?)", kind, workspaceId);
        }
        return { isEntered: true, newest: number, stages: stages() };
      }),
    workspaces: (after, limit) =>
      ids(
        sql
          .exec(
            "SELECT id FROM workspaces WHERE id > ? ORDER BY id LIMIT ?",
            after ?? "",
            Math.max(0, limit),
          )
          .toArray(),
      ),
    workspacesWithOpen: (after, limit, kinds) => {
      const pages = kinds.flatMap((kind) =>
        ids(
          sql
            .exec(
              `SELECT workspace_id AS id FROM open_kinds WHERE kind = ? AND workspace_id > ?
              ORDER BY workspace_id LIMIT ?`,
              kind,
              after ?? "",
              Math.max(0, limit),
            )
            .toArray(),
        ),
      );
      return [...new Set(pages)].toSorted(byCodeUnits).slice(0, Math.max(0, limit));
    },
  };
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function ids(rows: object[]): string[] {
  return (rows as { readonly id: string }[]).map(({ id }) => id);
}
