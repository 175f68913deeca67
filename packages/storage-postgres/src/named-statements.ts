import { createHash } from "node:crypto";
import { type PostgresPool, checkedClient, serverOf } from "./postgres-client.ts";
import { isOfAnotherConnection } from "./sql-state.ts";

/**
 * Names statements on the storage's own pool, so that the server parses and plans them once per
 * connection. A name is a digest of the text, so it is the same on every connection. A pooler may
 * switch to a server connection where a name is missing or already defined. The statement has no
 * effect then, and further statements are sent unnamed.
 */
export function withNamedStatements(pool: PostgresPool, texts: readonly string[]): PostgresPool {
  const names = new Map(texts.map((text) => [text, nameOf(text)]));
  const forgetAll = (error: unknown): never => {
    if (isOfAnotherConnection(error)) names.clear();
    throw error;
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      return checkedClient(client, serverOf(client), (query) => {
        const name = names.get(query.text);
        if (name === undefined) return client.query(query);
        return client.query({ ...query, name }).catch(forgetAll);
      });
    },
  };
}

function nameOf(text: string): string {
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return `agent_treasury_${text.startsWith("WITH") ? "write" : "read"}_${digest}`;
}
