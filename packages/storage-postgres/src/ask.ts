import { connectionError } from "./connection-error.ts";
import {
  type PostgresClient,
  type PostgresPool,
  type PostgresQuery,
  ignore,
  serverOf,
} from "./postgres-client.ts";
import { meaningOf } from "./sql-state.ts";

/** Each column as text or null. */
export type Row = readonly (string | null)[];

const asSent: PostgresQuery["types"] = { getTypeParser: () => (value) => value };
const queryTimeoutMs = 30_000;

/**
 * Rejects with a `TreasuryError` if the statement was never sent, otherwise with the driver's
 * error.
 */
export function ask(
  pool: PostgresPool,
  text: string,
  values: readonly unknown[] = [],
  timeoutMs?: number,
): Promise<Row[]> {
  return onConnection(pool, (send) => send(text, values, timeoutMs));
}

/** Sends a statement on an acquired connection. */
export type Send = (
  text: string,
  values?: readonly unknown[],
  timeoutMs?: number,
) => Promise<Row[]>;

export type Statement = Readonly<Parameters<Send>>;

/**
 * Sends statements in this order. A connection that pipelines receives all of them at once. Others
 * wait for each answer, and send nothing after a failure, so that the last results are missing.
 */
export type SendAll = (
  statements: readonly Statement[],
) => Promise<readonly PromiseSettledResult<Row[]>[]>;

/** `work` must not leave a transaction open. */
export async function onConnection<Result>(
  pool: PostgresPool,
  work: (send: Send, server: string, sendAll: SendAll) => Promise<Result>,
): Promise<Result> {
  const { client, server, release } = await take(pool);
  let broken = true;
  try {
    const result = await work(
      (...statement) => sendOn(client, ...statement),
      server,
      (statements) => sendAllOn(client, statements),
    );
    broken = false;
    return result;
  } catch (error) {
    broken = mayBeBroken(error);
    throw error;
  } finally {
    release(broken);
  }
}

export async function sendOn(
  client: PostgresClient,
  text: string,
  values: readonly unknown[] = [],
  timeoutMs: number = queryTimeoutMs,
): Promise<Row[]> {
  const query = { text, rowMode: "array", types: asSent, query_timeout: timeoutMs } as const;
  const { rows } = await client.query(
    values.length === 0 ? query : { ...query, values: [...values] },
  );
  return rows as Row[];
}

async function sendAllOn(
  client: PostgresClient,
  statements: readonly Statement[],
): Promise<readonly PromiseSettledResult<Row[]>[]> {
  const settle = (part: readonly Statement[]): Promise<PromiseSettledResult<Row[]>[]> =>
    Promise.allSettled(part.map((statement) => sendOn(client, ...statement)));
  if (client.pipeline === true) return await settle(statements);
  const results: PromiseSettledResult<Row[]>[] = [];
  for (const statement of statements) {
    results.push(...(await settle([statement])));
    if (results.at(-1)?.status === "rejected") break;
  }
  return results;
}

/** Exclusive until it is released. A broken connection is closed. */
export interface TakenClient {
  readonly client: PostgresClient;
  /** See `CheckedClient`. */
  readonly server: string;
  release(broken: boolean): void;
}

export async function take(pool: PostgresPool): Promise<TakenClient> {
  const client = await connect(pool);
  // An unhandled error event would end the process.
  client.on("error", ignore);
  return {
    client,
    server: serverOf(client),
    release: (broken) => {
      client.removeListener("error", ignore);
      client.release(broken);
    },
  };
}

async function connect(pool: PostgresPool): Promise<PostgresClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw connectionError(error);
  }
}

/** Also closes connections to a standby, so that the next one reaches the primary. */
function mayBeBroken(error: unknown): boolean {
  const meaning = meaningOf(error);
  return meaning === "unclear" || meaning === "read-only";
}
