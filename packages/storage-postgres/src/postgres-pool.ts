import { TreasuryError } from "@agent-treasury/provider";
import { checkedPool, firstPrimary } from "./checked-pool.ts";
import { urlsOfHosts } from "./hosts.ts";
import { type PostgresClient, type PostgresPool, ignore } from "./postgres-client.ts";

/** A pool of the app is not closed. */
export interface HeldPool {
  readonly pool: PostgresPool;
  /** Whether each connection has its own server session. */
  readonly keepsNames: boolean;
  end(): Promise<void>;
}

const connectionTimeoutMs = 10_000;
/** Of one of several hosts, because another one may be the primary. */
const hostTimeoutMs = 3_000;
/** Longer than usual failovers take. */
const failoverMs = 30_000;

/**
 * Handles errors of a pool of the app. A connection may end before the promise of `connect`
 * resolves, and an unhandled error event would end the process. Afterwards the holder of the
 * connection listens.
 */
export function holdPool(pool: PostgresPool): HeldPool {
  pool.on?.("connect", handleFirstErrors);
  return {
    pool: checkedPool(pool, connectionTimeoutMs),
    keepsNames: false,
    end: async () => void pool.removeListener?.("connect", handleFirstErrors),
  };
}

function handleFirstErrors(client: PostgresClient): void {
  client.on("error", ignore);
  setImmediate(() => client.removeListener("error", ignore));
}

/** Connects to the primary among the hosts of `url`. */
export async function openPool(
  url: string,
  connections: number = 10,
  keepsNames: boolean = true,
): Promise<HeldPool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    const isMissing = /MODULE_NOT_FOUND/.test(String((cause as { code?: unknown }).code));
    throw new TreasuryError(
      "storage_error",
      // Node keeps a failed import, for example of a process without free file descriptors.
      `The package pg, which connects to PostgreSQL, ${isMissing ? "is not installed. Install pg 8" : "could not be loaded. Restart the process"}.`,
      { cause },
    );
  });
  const urls = urlsOfHosts(url);
  const timeoutMs = urls.length === 1 ? connectionTimeoutMs : hostTimeoutMs;
  const pools = urls.map((connectionString) => {
    const pool = new pg.Pool({
      connectionString,
      max: connections,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      // A pooler may give the statements after a transaction to another session.
      pipeline: keepsNames,
      application_name: "agent-treasury",
    });
    // The pool replaces connections that break while idle.
    pool.on("error", ignore);
    // A server that shuts down may end a connection before its user can listen.
    pool.on("connect", (client) => client.on("error", ignore));
    return pool;
  });
  const hosts = pools.map((pool) => checkedPool(pool, timeoutMs));
  return {
    pool: firstPrimary(hosts, urls.length === 1 ? 0 : failoverMs),
    keepsNames,
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
}
