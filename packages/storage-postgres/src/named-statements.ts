import { createHash } from "node:crypto";
import type { PostgresClient, PostgresPool } from "./postgres-pool.ts";
import { isOfAnotherConnection } from "./sql-state.ts";

/**
 * A pool of our own whose connections keep statements by name, so that the server neither parses nor
 * plans them each time: more than half of what it does for a small commit. A name says all of its
 * text, so whatever has that name on a connection is the same statement.
 *
 * A pooler between us and the server may hand out a connection that never heard of the name, or that
 * did when we think that it has not. Nothing was done then; from the first time on, nothing is named.
 */
export function withNamedStatements(pool: PostgresPool, texts: readonly string[]): PostgresPool {
  const names = new Map(texts.map((text) => [text, nameOf(text)]));
  const forgetAll = (error: unknown): never => {
    if (isOfAnotherConnection(error)) names.clear();
    throw error;
  };
  return {
    connect: async () => named(await pool.connect(), names, forgetAll),
  };
}

function named(
  client: PostgresClient,
  names: ReadonlyMap<string, string>,
  onError: (error: unknown) => never,
): PostgresClient {
  return {
    query: (query) => {
      const name = names.get(query.text);
      if (name === undefined) return client.query(query);
      return client.query({ ...query, name }).catch(onError);
    },
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener),
    release: (destroy) => client.release(destroy),
  };
}

function nameOf(text: string): string {
  return `agent_treasury_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
