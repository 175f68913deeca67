import { TreasuryError } from "@agent-treasury/provider";

/** One statement, or several without values. */
export interface PostgresQuery {
  /** Only on the storage's own pool. On the app's pool, statement names belong to the app. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode: "array";
  /** Values remain text as sent by the server, independent of the app's type parsers. */
  readonly types: { getTypeParser(): (value: string) => string };
  /** Timeout of the driver in milliseconds. */
  readonly query_timeout: number;
}

/** The used parts of a `pg.PoolClient`. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[][] }>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

/** The used parts of a `pg.Pool`, typed structurally so that any copy of `pg` works. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  /** If available, used to handle errors of connections from their start. */
  on?(event: "connect", listener: (client: PostgresClient) => void): unknown;
  removeListener?(event: "connect", listener: (client: PostgresClient) => void): unknown;
}

/** A pool and how to release it. A pool of the app is not closed. */
export interface HeldPool {
  readonly pool: PostgresPool;
  /** Whether each connection has its own session on the server, which no other program shares. */
  readonly keepsNames: boolean;
  end(): Promise<void>;
}

const connectionTimeoutMs = 10_000;

/**
 * Uses a pool of the app. A connection may end in the same chunk in which it begins, before the
 * promise resolves, and an unhandled error event would end the process. This listener handles that
 * moment. Afterwards, the holder of the connection must listen.
 */
export function holdPool(pool: PostgresPool): HeldPool {
  pool.on?.("connect", hearFirstMoment);
  return {
    pool,
    keepsNames: false,
    end: async () => void pool.removeListener?.("connect", hearFirstMoment),
  };
}

function hearFirstMoment(client: PostgresClient): void {
  client.on("error", ignore);
  setImmediate(() => client.removeListener("error", ignore));
}

function ignore(): void {}

/** Opens a pool for a URL. `pg` is imported only here. */
export async function openPool(
  url: string,
  connections: number = 10,
  keepsNames: boolean = true,
): Promise<HeldPool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new TreasuryError(
      "storage_error",
      "The package pg, which connects to PostgreSQL, is not installed. Install pg 8.",
      { cause },
    );
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    application_name: "agent-treasury",
  });
  // The pool replaces connections that break while idle.
  pool.on("error", () => {});
  // A server that shuts down may end a connection in the moment it accepts it, before its user can
  // listen. An unhandled error event would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, keepsNames, end: () => pool.end() };
}
