import type { Storage, StorageMoves, TurnLog } from "@agent-treasury/provider";
import {
  StorageCalls,
  assertDistinctWorkspaces,
  checkOptions,
  type NamesOf,
  wholeClock,
} from "@agent-treasury/provider/helpers";
import { ask } from "./ask.ts";
import { type Connection, openConnection, read } from "./connection.ts";
import { copyParts } from "./copy.ts";
import { databaseNamespace } from "./database-name.ts";
import { dueValues } from "./listings.ts";
import { postgresMoves } from "./moves/postgres-moves.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { storageError } from "./postgres-error.ts";
import { type HeldPool, holdPool, openPool } from "./postgres-pool.ts";
import { purgeValues } from "./purge.ts";
import { rewriteValues } from "./rewrite.ts";
import { numberFrom, docFromRow, workspaceIdOf } from "./rows.ts";
import { assertSchemaName, defaultSchema } from "./schema-name.ts";
import { commitSeen, exclusiveSeen, loadSeen, viewSeen } from "./seen-calls.ts";
import { storageCheck } from "./storage-check.ts";
import { type Use, postgresTurnLog } from "./turn-log.ts";
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

const poolOptions: NamesOf<PostgresPoolOptions> = { schema: true, now: true, pool: true };

const urlOptions: NamesOf<PostgresUrlOptions> = {
  schema: true,
  now: true,
  url: true,
  connections: true,
  preparedStatements: true,
};

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
  if ("pool" in options) checkOptions("postgresStorage", options, poolOptions);
  else checkOptions("postgresStorage", options, urlOptions);
  const schema = options.schema ?? defaultSchema;
  assertSchemaName(schema);
  const now = options.now === undefined ? (): null => null : wholeClock(options.now);
  // Node before 24 keeps a failed import, for example of a first use without free file descriptors.
  if (!("pool" in options)) import("pg").catch(() => undefined);
  let held: HeldPool | null = null;
  const calls = new StorageCalls<Connection>({
    name: "PostgreSQL",
    connect: async () => {
      held ??= await ("pool" in options
        ? holdPool(options.pool)
        : openPool(options.url, options.connections, options.preparedStatements));
      return await openConnection(held, schema);
    },
    disconnect: (connection) => {
      for (const end of connection?.copies ?? []) end();
      return held?.end();
    },
    toError: storageError,
  });
  const use: Use = (work) => calls.use(work);
  return {
    specificationVersion: "2",
    name: "postgres",
    database: {
      system: "postgresql",
      namespace: databaseNamespace("url" in options ? options.url : null, schema),
    },
    turnLog: postgresTurnLog(use, now),
    moves: postgresMoves(use, schema),
    load: (requests) => use((connection) => loadSeen(connection, requests, now())),
    commit: (commits) =>
      use((connection) => {
        assertDistinctWorkspaces(commits);
        return commitSeen(connection, commits, now);
      }),
    exclusive: (request, decide) =>
      use((connection) => exclusiveSeen(connection, request, decide, now)),
    view: (workspaceId, docPage, entryPage) =>
      use((connection) => viewSeen(connection, workspaceId, docPage, entryPage, now())),
    due: (until, after, limit, kinds) =>
      use(async (connection) => {
        const values = dueValues(until, after, atLeastNone(limit), kinds);
        const rows = await read(connection, connection.statements.due, values);
        return rows.map((row) => ({ workspaceId: workspaceIdOf(row), doc: docFromRow(row) }));
      }),
    workspaces: (after, limit) => list(use, "workspaces", after, limit),
    workspacesWithOpen: (after, limit, kinds) =>
      list(use, "workspacesWithOpen", after, limit, kinds),
    purge: (until, limit) =>
      use(async ({ held: { pool }, statements }) =>
        numberFrom(await ask(pool, statements.purge, purgeValues(until, limit))),
      ),
    copy: (workspaceId) => copyParts(use, workspaceId),
    rewriteEntries: (workspaceId, rewrites) =>
      use(async (connection) => {
        const values = rewriteValues(workspaceId, rewrites);
        return numberFrom(await read(connection, connection.statements.rewriteEntries, values));
      }),
    check: storageCheck(use, schema),
    close: () => calls.close(),
  };
}

function list(
  use: Use,
  name: "workspaces" | "workspacesWithOpen",
  ...[after, limit, ...more]: readonly [string | null, number, ...unknown[]]
): Promise<readonly string[]> {
  return use(async (connection) => {
    const page = [after ?? "", atLeastNone(limit), ...more];
    return (await read(connection, connection.statements[name], page)).map(workspaceIdOf);
  });
}
