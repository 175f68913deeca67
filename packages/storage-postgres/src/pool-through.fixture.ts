import type { PostgresPool, PostgresQuery } from "./postgres-pool.ts";

type Answer = { readonly rows: unknown[][] };

/** Intercepts a statement. `send` sends it to the server. */
type Ask = (query: PostgresQuery, send: () => Promise<Answer>) => Promise<Answer>;

/** A pool whose statements all pass through `ask`. */
export function poolThrough(pool: PostgresPool, ask: Ask): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (query) => ask(query, () => client.query(query)),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
        release: (destroy) => client.release(destroy),
      };
    },
  };
}
