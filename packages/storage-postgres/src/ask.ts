import { TreasuryError } from "@agent-treasury/provider";
import type { PostgresClient, PostgresPool, PostgresQuery } from "./postgres-pool.ts";
import { meaningOf } from "./sql-state.ts";

/** A row as the server sent it: every column its text, or null. */
export type Row = readonly (string | null)[];

const asSent: PostgresQuery["types"] = { getTypeParser: () => (value) => value };
const queryTimeoutMs = 30_000;

/**
 * Sends one statement on a connection of the pool. A `TreasuryError` says that it was never sent;
 * anything else that it rejects with is the driver's own error.
 */
export function ask(
  pool: PostgresPool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return onConnection(pool, (send) => send(text, values));
}

/** Sends one statement on a connection that is held. */
export type Send = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Holds a connection of the pool for a piece of work, which must leave no transaction open. */
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

/** Sends one statement on a connection that was taken. */
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

/** A connection that nobody else has until it is given back; one that is broken is given up. */
export interface TakenClient {
  readonly client: PostgresClient;
  release(broken: boolean): void;
}

/** Takes a connection of the pool. */
export async function take(pool: PostgresPool): Promise<TakenClient> {
  const client = await connect(pool);
  // Without a listener, a connection that breaks would end the process.
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
      "The PostgreSQL database could not be reached; nothing was sent.",
      { cause },
    );
  }
}

/** Also one that leads to a standby is given up, so that the next may lead to the primary. */
function mayBeBroken(error: unknown): boolean {
  const meaning = meaningOf(error);
  return meaning === "unclear" || meaning === "read-only";
}

function ignore(): void {}
