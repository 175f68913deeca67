import { TreasuryError } from "@agent-treasury/provider";
import type { PostgresClient, PostgresPool, PostgresQuery } from "./postgres-pool.ts";
import { meaningOf } from "./sql-state.ts";

/** A row as sent by the server: each column as text or null. */
export type Row = readonly (string | null)[];

const asSent: PostgresQuery["types"] = { getTypeParser: () => (value) => value };
const queryTimeoutMs = 30_000;

/**
 * Sends one statement on a connection of the pool. Rejects with a `TreasuryError` if it was never
 * sent, otherwise with the driver's error.
 */
export function ask(
  pool: PostgresPool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return onConnection(pool, (send) => send(text, values));
}

/** Sends one statement on an acquired connection. */
export type Send = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Acquires a connection for `work`, which must not leave a transaction open. */
export async function onConnection<Result>(
  pool: PostgresPool,
  work: (send: Send) => Promise<Result>,
): Promise<Result> {
  const { client, release } = await take(pool);
  let broken = true;
  try {
    const result = await work((text, values = []) => sendOn(client, text, values));
    broken = false;
    return result;
  } catch (error) {
    broken = mayBeBroken(error);
    throw error;
  } finally {
    release(broken);
  }
}

/** Sends one statement on an acquired connection. */
export async function sendOn(
  client: PostgresClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const query = { text, rowMode: "array", types: asSent, query_timeout: queryTimeoutMs } as const;
  const { rows } = await client.query(
    values.length === 0 ? query : { ...query, values: [...values] },
  );
  return rows as Row[];
}

/** A connection for exclusive use until it is released. A broken one is closed. */
export interface TakenClient {
  readonly client: PostgresClient;
  release(broken: boolean): void;
}

export async function take(pool: PostgresPool): Promise<TakenClient> {
  const client = await connect(pool);
  // Without a listener, an error event of the connection would end the process.
  client.on("error", ignore);
  return {
    client,
    release: (broken) => {
      client.removeListener("error", ignore);
      client.release(broken);
    },
  };
}

async function connect(pool: PostgresPool): Promise<PostgresClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw new TreasuryError(
      "storage_error",
      "The PostgreSQL database could not be reached. Nothing was sent.",
      { cause },
    );
  }
}

/** Includes connections to a standby, so that the next one may reach the primary. */
function mayBeBroken(error: unknown): boolean {
  const meaning = meaningOf(error);
  return meaning === "unclear" || meaning === "read-only";
}

function ignore(): void {}
