import { TreasuryError } from "@agent-treasury/provider";

/** One statement, or several that need no values. */
export interface PostgresQuery {
  /** Only on a pool of our own: on the app's, names and what is kept by them are the app's. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode: "array";
  /** Every value stays the text that the server sent, whatever parsers the app has set. */
  readonly types: { getTypeParser(): (value: string) => string };
  /** Milliseconds after which the driver gives up waiting. */
  readonly query_timeout: number;
}

/** What is used of a `pg.PoolClient`. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[][] }>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

/** What is used of a `pg.Pool`: typed by structure, so that any copy of `pg` will do. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  /** Where there is one, connections are listened to from their first moment on. */
  on?(event: "connect", listener: (client: PostgresClient) => void): unknown;
  removeListener?(event: "connect", listener: (client: PostgresClient) => void): unknown;
}

/** A pool, and how to let go of it: one that belongs to the app is left alone. */
export interface HeldPool {
  readonly pool: PostgresPool;
  /** Whether each connection leads to one session of the server, which no other program uses. */
  readonly keepsNames: boolean;
  end(): Promise<void>;
}

const connectionTimeoutMs = 10_000;

/**
 * Uses a pool of the app. A connection may be ended in the very chunk in which it began, before a
 * promise can tell of it, and what nobody listens to ends the process. So each is listened to for that
 * moment; after it, whoever took it is the one to listen.
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

/** Connects to an address by a pool of our own. `pg` is loaded only here. */
export async function openPool(
  url: string,
  connections: number = 10,
  keepsNames: boolean = true,
): Promise<HeldPool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new TreasuryError(
      "storage_error",
      "The package pg, which connects to PostgreSQL, is not installed: install pg 8.",
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
  // A connection that is lost while nobody uses it is replaced at the next use.
  pool.on("error", () => {});
  // A server that goes may say so in the same breath as it lets a connection in: before whoever asked
  // for that one can listen, and what nobody listens to ends the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, keepsNames, end: () => pool.end() };
}
