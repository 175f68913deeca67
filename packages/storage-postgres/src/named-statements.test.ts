import { commitOn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { ask as askOn } from "./ask.ts";
import { type SendCommits, commitTogether } from "./commit.ts";
import { openConnection } from "./connection.ts";
import { commitAlone } from "./exclusive.ts";
import { withNamedStatements } from "./named-statements.ts";
import { poolThrough } from "./pool-through.fixture.ts";
import type { PostgresPool, PostgresQuery } from "./postgres-client.ts";

const server = testServer();

/** A pool that records the name of each statement, or null. */
function noting(pool: PostgresPool, met: (string | null)[]): PostgresPool {
  return poolThrough(pool, (query, send) => {
    met.push(query.name ?? null);
    return send();
  });
}

const query: Omit<PostgresQuery, "text"> = {
  values: ["1"],
  rowMode: "array",
  types: { getTypeParser: () => (value) => value },
  query_timeout: 10_000,
};

async function ask(pool: PostgresPool, text: string): Promise<unknown> {
  const client = await pool.connect();
  try {
    return (await client.query({ ...query, text })).rows;
  } finally {
    client.release();
  }
}

describe("statements on the storage's own pool", () => {
  it("have names if they are frequent, derived from their full text", async () => {
    const met: (string | null)[] = [];
    const texts = ["SELECT $1::text", "SELECT $1::text AS other"];
    const pool = withNamedStatements(noting(server.pool(), met), texts);
    for (const text of [...texts, "SELECT $1::text AS seldom", ...texts]) await ask(pool, text);
    expect(new Set(met).size).toBe(3);
    expect(met[2]).toBe(null);
    expect(met.slice(3)).toEqual(met.slice(0, 2));
  });

  it.each([
    ["lacks the name", "DEALLOCATE ALL"],
    ["already has the name", "PREPARE"],
  ])("are sent unnamed once a connection %s", async (_, change) => {
    const met: (string | null)[] = [];
    const shared = server.pool({ max: 1 });
    const text = "SELECT $1::text";
    const pool = withNamedStatements(noting(shared, met), [text]);
    if (change === "PREPARE") {
      const spy: (string | null)[] = [];
      await ask(withNamedStatements(noting(server.pool(), spy), [text]), text);
      await shared.query(`PREPARE ${spy[0]} AS ${text}`);
    } else {
      await ask(pool, text);
      await shared.query(change);
    }
    await expect(ask(pool, text)).rejects.toThrow("prepared statement");
    expect(await ask(pool, text)).toEqual([["1"]]);
    expect(met.at(-1)).toBe(null);
  });

  it("with a name missing on a connection lose no commit", async () => {
    const shared = server.pool({ max: 1 });
    const held = { pool: shared, keepsNames: true, end: async () => {} };
    const { held: opened, statements } = await openConnection(held, server.newSchema());
    const send: SendCommits = (statement, values) =>
      askOn(opened.pool, statements[statement], values);
    const outcomes = [];
    for (const version of [0n, 1n]) {
      outcomes.push(...(await commitTogether(send, [commitOn("acme", version)], () => null)));
      await shared.query("DEALLOCATE ALL");
    }
    expect(outcomes).toEqual([{ kind: "committed" }, { kind: "committed" }]);
  });

  it("with a name missing on a connection do not fail an exclusive commit either", async () => {
    const shared = server.pool({ max: 1 });
    const held = { pool: shared, keepsNames: true, end: async () => {} };
    const { held: opened, statements } = await openConnection(held, server.newSchema());
    const request = { workspaceId: "acme", keys: [] };
    for (const version of [0n, 1n]) {
      const decide = (): ReturnType<typeof commitOn> => commitOn("acme", version);
      const outcome = await commitAlone(opened.pool, statements, request, decide, () => null);
      expect(outcome).toEqual({ kind: "committed" });
      await shared.query("DEALLOCATE ALL");
    }
  });
});
