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
import { ask, take } from "./ask.ts";
import { type Connection, openConnection, read } from "./connection.ts";
import { copyPages } from "./copy.ts";
import type { Decide } from "./exclusive.ts";
import { dueValues } from "./listings.ts";
import { movedCheck } from "./moves/moved-check.ts";
import { postgresMoves } from "./moves/postgres-moves.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { storageError } from "./postgres-error.ts";
import { type HeldPool, holdPool, openPool } from "./postgres-pool.ts";
import { purgeValues } from "./purge.ts";
import { rewriteValues } from "./rewrite.ts";
import { docFromRow, textAt, workspaceIdOf } from "./rows.ts";
import { assertSchemaName, defaultSchema } from "./schema-name.ts";
import { commitSeen, exclusiveSeen, loadSeen, viewSeen } from "./seen-calls.ts";
import { postgresTurnLog } from "./turn-log.ts";
import { atLeastNone } from "./view.ts";

export interface PostgresStorageSettings {
  /** Created if it is missing. Default: `agent_treasury`. */
  readonly schema?: string;
  /** The storage's clock, milliseconds since 1970. Default: the database's clock. */
  readonly now?: () => number;
}

export interface PostgresPoolOptions extends PostgresStorageSettings {
  /** A `pg.Pool` or compatible object, which `close` does not close. */
  readonly pool: PostgresPool;
}

export interface PostgresUrlOptions extends PostgresStorageSettings {
  /**
   * `postgres://user:password@host:port/database`, with TLS according to `sslmode`. Of several
   * hosts (`host1:5432,host2:5432`), the storage uses the primary.
   */
  readonly url: string;
  /** The maximum number of connections. Default: 10. */
  readonly connections?: number;
  /**
   * Whether connections use prepared statements. Default: true. Set it to false if
   * `url` leads to a pooler in transaction mode, such as PgBouncer.
   */
  readonly preparedStatements?: boolean;
}

export type PostgresStorageOptions = PostgresPoolOptions | PostgresUrlOptions;

export interface PostgresStorage extends Storage {
  readonly name: "postgres";
  readonly turnLog: TurnLog;
  readonly moves: StorageMoves;
}

/**
 * Stores the treasury in PostgreSQL. Any number of processes may use the database concurrently. It
 * connects at the first use, which also updates the schema.
 *
 * @example
 * const storage = postgresStorage({ url: "postgres://localhost/app" });
 */
export function postgresStorage(options: PostgresStorageOptions): PostgresStorage {
  return new PooledPostgresStorage(options);
}

class PooledPostgresStorage implements PostgresStorage {
  readonly specificationVersion = "2";
  readonly name = "postgres";
  readonly turnLog: TurnLog;
  readonly moves: StorageMoves;
  readonly check: () => Promise<void>;
  readonly #openPool: () => Promise<HeldPool>;
  readonly #schema: string;
  readonly #now: () => number | null;
  readonly #underWay: Set<Promise<unknown>> = new Set();
  #held: Promise<HeldPool> | null = null;
  #connection: Promise<Connection> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: PostgresStorageOptions) {
    this.#schema = options.schema ?? defaultSchema;
    assertSchemaName(this.#schema);
    this.#now = options.now ?? ((): null => null);
    this.turnLog = postgresTurnLog((work) => this.#use(work), this.#now);
    this.moves = postgresMoves((work) => this.#use(work), this.#schema);
    this.check = movedCheck((work) => this.#use(work), this.#schema);
    this.#openPool =
      "pool" in options
        ? () => Promise.resolve(holdPool(options.pool))
        : () => openPool(options.url, options.connections, options.preparedStatements);
  }

  load(requests: readonly LoadRequest[]): Promise<readonly Snapshot[]> {
    return this.#use((connection) => loadSeen(connection, requests, this.#now()));
  }

  commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]> {
    return this.#use((connection) => {
      assertDistinctWorkspaces(commits);
      return commitSeen(connection, commits, this.#now);
    });
  }

  async exclusive(request: LoadRequest, decide: Decide): Promise<CommitOutcome | null> {
    const decided = await this.#use((connection) =>
      exclusiveSeen(connection, request, decide, this.#now),
    );
    if ("fault" in decided) throw decided.fault;
    return decided.outcome;
  }

  view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View> {
    return this.#use((connection) =>
      viewSeen(connection, workspaceId, docPage, entryPage, this.#now()),
    );
  }

  due(
    now: number,
    after: DuePlace | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly DueDoc[]> {
    return this.#use(async (connection) => {
      const values = dueValues(now, after, atLeastNone(limit), kinds);
      const rows = await read(connection, connection.statements.due, values);
      return rows.map((row) => ({ workspaceId: workspaceIdOf(row), doc: docFromRow(row) }));
    });
  }

  workspaces(after: string | null, limit: number): Promise<readonly string[]> {
    return this.#use(async (connection) => {
      const values = [after ?? "", atLeastNone(limit)];
      const rows = await read(connection, connection.statements.workspaces, values);
      return rows.map(workspaceIdOf);
    });
  }

  purge(now: number, limit: number): Promise<number> {
    return this.#use(async ({ held, statements }) => {
      const [row] = await ask(held.pool, statements.purge, purgeValues(now, limit));
      return row === undefined ? 0 : Number(textAt(row, 0));
    });
  }

  async *copy(workspaceId: string): AsyncGenerator<CopiedPart> {
    const { taken, pages } = await this.#use(async ({ held, statements }) => {
      const client = await take(held.pool);
      return { taken: client, pages: copyPages(client.client, statements.copy, workspaceId) };
    });
    // Closing the connection ends the transaction of an incomplete iteration.
    let isWhole = false;
    try {
      for (;;) {
        const page = await this.#use(() => pages.next());
        isWhole = page.done === true;
        if (page.done === true) return;
        yield* page.value;
      }
    } finally {
      taken.release(!isWhole);
    }
  }

  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number> {
    return this.#use(async (connection) => {
      const values = rewriteValues(workspaceId, rewrites);
      const [row] = await read(connection, connection.statements.rewriteEntries, values);
      return row === undefined ? 0 : Number(textAt(row, 0));
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    if (this.#closing !== null) {
      return Promise.reject(
        new TreasuryError("storage_error", "The PostgreSQL storage is closed."),
      );
    }
    const result = this.#attempt(work).finally(() => this.#underWay.delete(result));
    this.#underWay.add(result);
    return result;
  }

  async #attempt<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.#open());
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Connects once, again after a failure. */
  #open(): Promise<Connection> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<Connection> {
    this.#held ??= this.#openPool().catch((error: unknown) => {
      this.#held = null;
      throw error;
    });
    return await openConnection(await this.#held, this.#schema);
  }

  async #finish(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    const held = await this.#held?.catch(() => null);
    await held?.end();
  }
}
