type Answer = { readonly rows: unknown[][] };

/** Intercepts a statement. `send` sends it to the server. */
type Ask = (query: PostgresQuery, send: () => Promise<Answer>) => Promise<Answer>;

/** A pool whose statements all pass through `ask`. A connection is one object, as in the pool. */
export function poolThrough(pool: PostgresPool, ask: Ask): PostgresPool {
  const wrapped = new WeakMap<PostgresClient, PostgresClient>();
  const wrap = (client: PostgresClient): PostgresClient => ({
    pipeline: client.pipeline === true,
    query: (query) => ask(query, () => client.query(query)),
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener),
    release: (destroy) => client.release(destroy),
  });
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
  };
}
import type { PostgresClient, PostgresPool, PostgresQuery } from "./postgres-client.ts";
