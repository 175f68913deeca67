import { basename, resolve } from "node:path";
import {
  type CommitOutcome,
  type Storage,
  type StorageMoves,
  TreasuryError,
  type TurnLog,
} from "@agent-treasury/provider";
import {
  StorageCalls,
  assertDistinctWorkspaces,
  assertSupportedRuntime,
  checkOptions,
  type NamesOf,
  wholeClock,
} from "@agent-treasury/provider/helpers";
import { backUp } from "./backup.ts";
import { commitTogether } from "./commit-together.ts";
import {
  assertWritable,
  closeConnection,
  type Connection,
  inMemory,
  openConnection,
  type WhenFree,
} from "./connection.ts";
import { copyParts } from "./copy.ts";
import { type LibsqlDatabase, openLibsql } from "./libsql.ts";
import { readDue } from "./sql/due.ts";
import { commitAlone } from "./sql/exclusive.ts";
import { assertNotMoved, sqliteMoves } from "./sql/moves.ts";
import { purgeOnce } from "./sql/purge.ts";
import { loadSnapshot, loadView, readWorkspaces, readWorkspacesWithOpen } from "./sql/read.ts";
import { rewriteOnce } from "./sql/rewrite.ts";
import { sqliteTurnLog } from "./sql/turn-log.ts";
import { isBusy, storageError } from "./sqlite-error.ts";
import { TurnsOfLoop } from "./turns-of-loop.ts";
import { whenFree } from "./when-free.ts";

assertSupportedRuntime("@agent-treasury/storage-sqlite");

export interface SqliteStorageOptions {
  /**
   * A file on a local disk, created at first use together with its directory. `:memory:` stores it
   * in this process until `close`.
   */
  readonly path: string;
  /**
   * The class that the package `libsql` exports, to use libSQL. Default: Node's `node:sqlite`.
   *
   * @example
   * import Database from "libsql";
   *
   * const storage = sqliteStorage({ path: ".data/treasury.db", libsql: Database });
   */
  readonly libsql?: LibsqlDatabase;
  /** The storage's clock, milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
}

export interface SqliteStorage extends Storage {
  readonly turnLog: TurnLog;
  readonly moves: StorageMoves;

  /**
   * Copies all commits into a new file while writes continue. The copy is of one moment, and the
   * file appears once it is complete.
   *
   * @throws TreasuryError `storage_error`, for example if the file already exists.
   */
  backup(destinationPath: string): Promise<void>;
}

const optionNames: NamesOf<SqliteStorageOptions> = { path: true, libsql: true, now: true };

/**
 * Stores the treasury in one SQLite file with Node's `node:sqlite`. Any number of processes on one
 * machine may use the file concurrently. It is opened at the first use.
 *
 * @example
 * const storage = sqliteStorage({ path: ".data/treasury.db" });
 */
export function sqliteStorage(options: SqliteStorageOptions): SqliteStorage {
  checkOptions("sqliteStorage", options, optionNames);
  const { path: given, libsql } = options;
  const now = wholeClock(options.now ?? Date.now);
  if (given === "") throw new TreasuryError("storage_error", "The path of the database is empty.");
  const path = given === inMemory ? inMemory : resolve(given);
  const calls = new StorageCalls<Connection>({
    name: "SQLite",
    connect: () => openConnection(path, libsql && openLibsql(libsql)),
    disconnect: (connection) => {
      if (connection !== null) closeConnection(connection);
    },
    toError: (error) => storageError(error, path),
  });
  // Writes and their loads do not wait for earlier reads.
  const [reads, writes] = [new TurnsOfLoop(), new TurnsOfLoop()];
  const inTurn =
    (turns: TurnsOfLoop): WhenFree =>
    (work) =>
      calls.use((connection) => whenFree(() => work(connection)), turns);
  const [read, readForWrite] = [inTurn(reads), inTurn(writes)];
  const write: WhenFree = (work) =>
    readForWrite((connection) => {
      connection.file?.assertInPlace();
      return work(connection);
    });
  return {
    specificationVersion: "2",
    name: "sqlite",
    database: { system: "sqlite", namespace: basename(path) },
    turnLog: sqliteTurnLog(
      read,
      (work) =>
        calls.use(async (connection) => {
          const result = await whenFree(() => {
            connection.file?.assertInPlace();
            return work(connection);
          });
          // A record behind a gap of the log is lost when the process is killed.
          await whenFree(() => connection.file?.assertInPlace());
          return result;
        }, writes),
      now,
    ),
    moves: sqliteMoves(read, write),
    load: (requests) =>
      readForWrite(({ statements, reading }) =>
        reading(() => {
          const storageNow = now();
          return requests.map((request) => loadSnapshot(statements, request, storageNow));
        }),
      ),
    commit: (commits) =>
      calls.use(async (connection) => {
        assertDistinctWorkspaces(commits);
        await whenFree(() => connection.file?.assertInPlace());
        return confirmed(connection, await commitTogether(connection, commits, now));
      }, writes),
    exclusive: (request, decide) =>
      calls.use(async (connection) => {
        const outcome = await whenFree(() => {
          connection.file?.assertInPlace();
          return commitAlone(connection, request, decide, now());
        });
        const [final = null] = outcome === null ? [] : await confirmed(connection, [outcome]);
        return final;
      }, writes),
    view: (workspaceId, docPage, entryPage) =>
      read(({ statements, reading }) =>
        reading(() => loadView(statements, workspaceId, docPage, entryPage, now())),
      ),
    due: (until, after, limit, kinds) =>
      read(({ statements, reading }) =>
        reading(() => readDue(statements, until, after, limit, kinds)),
      ),
    workspaces: (after, limit) =>
      read(({ statements }) => readWorkspaces(statements, after, limit)),
    workspacesWithOpen: (after, limit, kinds) =>
      read(({ statements }) => readWorkspacesWithOpen(statements, after, limit, kinds)),
    purge: (until, limit) => write((connection) => purgeOnce(connection, until, limit)),
    copy: (workspaceId) => copyParts((work) => calls.use(work, reads), workspaceId),
    rewriteEntries: (workspaceId, rewrites) =>
      write((connection) => rewriteOnce(connection, workspaceId, rewrites)),
    backup: (destinationPath) =>
      calls.use(async (connection) => {
        // The copy is made through the path.
        await whenFree(() => connection.file?.assertInPlace());
        return backUp(connection, destinationPath);
      }, writes),
    /** Does not wait for other calls. */
    check: async () => {
      const connection = await calls.current();
      if (connection === null) return;
      unlessBusy(() => connection.file?.assertInPlace());
      assertNotMoved(connection);
      assertWritable(connection);
    },
    close: () => calls.close(),
  };
}

/** A commit to a removed log is lost when the process is killed, so it must not be acknowledged. */
async function confirmed(
  { file }: Connection,
  outcomes: readonly CommitOutcome[],
): Promise<readonly CommitOutcome[]> {
  if (outcomes.every(({ kind }) => kind !== "committed")) return outcomes;
  try {
    await whenFree(() => file?.assertInPlace());
    return outcomes;
  } catch (cause) {
    return outcomes.map((outcome) =>
      outcome.kind === "committed" ? { kind: "unclear", cause } : outcome,
    );
  }
}

/** The next write finds out. */
function unlessBusy(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
