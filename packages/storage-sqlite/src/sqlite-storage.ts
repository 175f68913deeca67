import { resolve } from "node:path";
import {
  type Commit,
  type CommitOutcome,
  type CopiedPart,
  type DocPage,
  type DueDoc,
  type DuePlace,
  type EntryPage,
  type EntryRewrite,
  type LoadRequest,
  type Snapshot,
  type Storage,
  type StorageMoves,
  TreasuryError,
  type TurnLog,
  type View,
} from "@agent-treasury/provider";
import { assertDistinctWorkspaces } from "@agent-treasury/provider/helpers";
import { backUp } from "./backup.ts";
import { commitTogether } from "./commit.ts";
import { type Connection, inMemory, openConnection } from "./connection.ts";
import { copyPages } from "./copy.ts";
import { readDue } from "./due.ts";
import { decideAlone } from "./exclusive.ts";
import { assertNotMoved, sqliteMoves } from "./moves/sqlite-moves.ts";
import { purgeOnce } from "./purge.ts";
import { loadSnapshot, loadView, readAtOnce, readWorkspaces } from "./read.ts";
import { rewriteOnce } from "./rewrite.ts";
import { storageError } from "./sqlite-error.ts";
import { sqliteTurnLog } from "./turn-log.ts";
import { TurnsOfLoop } from "./turns-of-loop.ts";
import { whenFree } from "./when-free.ts";

export interface SqliteStorageOptions {
  /**
   * A file on a local disk, created at first use together with its directory. `:memory:` stores it
   * in this process until `close`.
   */
  readonly path: string;
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

/**
 * Stores the treasury in one SQLite file with Node's `node:sqlite`. Any number of processes on one
 * machine may use the file concurrently. It is opened at the first use.
 *
 * @example
 * const storage = sqliteStorage({ path: ".data/treasury.db" });
 */
export function sqliteStorage(options: SqliteStorageOptions): SqliteStorage {
  return new NodeSqliteStorage(options);
}

class NodeSqliteStorage implements SqliteStorage {
  readonly specificationVersion = "2";
  readonly name = "sqlite";
  readonly turnLog: TurnLog;
  readonly moves: StorageMoves;
  readonly #path: string;
  readonly #now: () => number;
  /** Writes and their loads do not wait for earlier reads. */
  readonly #turns = { read: new TurnsOfLoop(), write: new TurnsOfLoop() };
  readonly #underWay: Set<Promise<unknown>> = new Set();
  #connection: Promise<Connection> | null = null;
  #closing: Promise<void> | null = null;

  constructor({ path, now }: SqliteStorageOptions) {
    if (path === "") throw new TreasuryError("storage_error", "The path of the database is empty.");
    this.#path = path === inMemory ? inMemory : resolve(path);
    this.#now = now ?? Date.now;
    this.turnLog = sqliteTurnLog(
      (work) => this.#read(work),
      (work) => this.#write(work),
      this.#now,
    );
    this.moves = sqliteMoves(
      (work) => this.#read(work),
      (work) => this.#write(work),
    );
  }

  load(requests: readonly LoadRequest[]): Promise<readonly Snapshot[]> {
    return this.#whenFree("write", (connection) =>
      readAtOnce(connection, (statements) => {
        const storageNow = this.#now();
        return requests.map((request) => loadSnapshot(statements, request, storageNow));
      }),
    );
  }

  commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]> {
    return this.#use("write", (connection) => {
      assertDistinctWorkspaces(commits);
      connection.file?.assertInPlace();
      return commitTogether(connection, commits, this.#now);
    });
  }

  async exclusive(
    request: LoadRequest,
    decide: (snapshot: Snapshot) => Commit | null,
  ): Promise<CommitOutcome | null> {
    const decided = await this.#write((connection) =>
      decideAlone(connection, request, decide, this.#now()),
    );
    if ("fault" in decided) throw decided.fault;
    return decided.outcome;
  }

  view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View> {
    return this.#read((connection) =>
      readAtOnce(connection, (statements) =>
        loadView(statements, workspaceId, docPage, entryPage, this.#now()),
      ),
    );
  }

  due(
    now: number,
    after: DuePlace | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly DueDoc[]> {
    return this.#read((connection) =>
      readAtOnce(connection, (statements) => readDue(statements, now, after, limit, kinds)),
    );
  }

  workspaces(after: string | null, limit: number): Promise<readonly string[]> {
    return this.#read(({ statements }) => readWorkspaces(statements, after, limit));
  }

  purge(now: number, limit: number): Promise<number> {
    return this.#write((connection) => purgeOnce(connection, now, limit));
  }

  async *copy(workspaceId: string): AsyncGenerator<CopiedPart> {
    const pages = await this.#use("read", async (connection) => copyPages(connection, workspaceId));
    try {
      for (;;) {
        const page = await this.#use("read", () => pages.next());
        if (page.done === true) return;
        yield* page.value;
      }
    } finally {
      await pages.return(undefined);
    }
  }

  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number> {
    return this.#write((connection) => rewriteOnce(connection, workspaceId, rewrites));
  }

  backup(destinationPath: string): Promise<void> {
    return this.#use("write", (connection) => {
      // The copy is made through the path.
      connection.file?.assertInPlace();
      return backUp(connection, destinationPath);
    });
  }

  /** Does not wait for other calls. */
  async check(): Promise<void> {
    const connection = await this.#connection?.catch(() => null);
    if (!connection || this.#closing !== null) return;
    connection.file?.assertInPlace();
    assertNotMoved(connection);
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #write<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.#whenFree("write", (connection) => {
      connection.file?.assertInPlace();
      return work(connection);
    });
  }

  #read<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.#whenFree("read", work);
  }

  #whenFree<Result>(
    turn: "read" | "write",
    work: (connection: Connection) => Result,
  ): Promise<Result> {
    return this.#use(turn, (connection) => whenFree(() => work(connection)));
  }

  #use<Result>(
    turn: "read" | "write",
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing !== null) {
      return Promise.reject(new TreasuryError("storage_error", "The SQLite storage is closed."));
    }
    const result = this.#attempt(turn, work).finally(() => this.#underWay.delete(result));
    this.#underWay.add(result);
    return result;
  }

  async #attempt<Result>(
    turn: "read" | "write",
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    try {
      const connection = await this.#open();
      await this.#turns[turn].next();
      return await work(connection);
    } catch (error) {
      throw storageError(error, this.#path);
    }
  }

  /** Opens once, again after a failure. */
  #open(): Promise<Connection> {
    this.#connection ??= openConnection(this.#path).catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #finish(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    const connection = await this.#connection?.catch(() => null);
    // The last connection to close removes the write-ahead log.
    connection?.database.close();
  }
}
