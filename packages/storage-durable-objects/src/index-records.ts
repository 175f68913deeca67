import type { ObjectStorage } from "./platform.ts";
import type { IndexCalls } from "./workspace-calls.ts";

type Synchronous<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (
    ...values: infer Values
  ) => Promise<infer Result>
    ? (...values: Values) => Result
    : never;
};

/** All workspaces, and the kinds of their open documents, in the SQLite of one object. */
export function indexRecords(storage: ObjectStorage): Synchronous<IndexCalls> {
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
  return {
    report: (workspaceId, number, openKinds) =>
      storage.transactionSync(() => {
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
          return { isEntered: false, newest: row?.number ?? number };
        }
        sql.exec("DELETE FROM open_kinds WHERE workspace_id = ?", workspaceId);
        for (const kind of openKinds) {
          sql.exec("INSERT INTO open_kinds (kind, workspace_id) VALUES (?, ?)", kind, workspaceId);
        }
        return { isEntered: true, newest: number };
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
