import type { CommitOutcome } from "@agent-treasury/provider";
import type { SqlConnection } from "./sql/sql-connection.ts";
import type { SqlStatement } from "./sql/sql-statement.ts";
import { isBusy, isFull } from "./sqlite-error.ts";
import type { SqliteDatabase } from "./sqlite.ts";

type Boundary = "beginRead" | "beginWrite" | "commit" | "rollback";

/** The statements that begin and end transactions. */
export type Boundaries = Readonly<Record<Boundary, Pick<SqlStatement, "run">>>;

export function boundariesOf(database: SqliteDatabase): Boundaries {
  return {
    beginRead: database.prepare("BEGIN DEFERRED"),
    beginWrite: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    rollback: database.prepare("ROLLBACK"),
  };
}

/** The transactions of a connection to a file. */
export function transactionsOf({
  beginRead,
  beginWrite,
  commit,
  rollback,
}: Boundaries): Pick<SqlConnection, "reading" | "writing" | "committing"> {
  const rollBack = (): void => {
    try {
      rollback.run();
    } catch {
      // SQLite has already rolled back, for example because the disk is full.
    }
  };
  const begun = <Result>(begin: Boundaries[Boundary], work: () => Result): Result => {
    begin.run();
    try {
      return work();
    } catch (error) {
      rollBack();
      throw error;
    }
  };
  const landed = (): CommitOutcome => {
    try {
      commit.run();
      return { kind: "committed" };
    } catch (cause) {
      rollBack();
      if (isBusy(cause) || isFull(cause)) throw cause;
      return { kind: "unclear", cause };
    }
  };
  return {
    reading: (work) => {
      const result = begun(beginRead, work);
      rollBack();
      return result;
    },
    writing: (work) =>
      begun(beginWrite, () => {
        const result = work();
        commit.run();
        return result;
      }),
    committing: (writes, work) => {
      const result = begun(writes ? beginWrite : beginRead, work);
      return { result, landed: landed() };
    },
  };
}
