import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { checkedPool, firstPrimary } from "./checked-pool.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

async function complaintOf(url: string): Promise<string> {
  const storage = postgresStorage({ url, schema: server.newSchema() });
  const complaint = await headIn(storage, "acme").then(
    () => "nothing",
    (error: unknown) => String(error),
  );
  await storage.close();
  return complaint;
}

describe("a server with unsafe settings", () => {
  it("is rejected if it confirms commits before they are on disk", async () => {
    expect(await complaintOf(server.url({ options: "-c synchronous_commit=off" }))).toMatch(
      /confirms commits before they are on disk: set synchronous_commit to on/,
    );
    expect(await complaintOf(server.url({ options: "-c synchronous_commit=local" }))).toBe(
      "nothing",
    );
  });

  it("is rejected if it is read-only", async () => {
    expect(
      await complaintOf(server.url({ options: "-c default_transaction_read_only=on" })),
    ).toMatch(/is read-only: connect to the primary/);
  });

  it("is rejected if its encoding is not UTF-8", async () => {
    const pool = server.pool();
    const latin = server.newSchema();
    await pool.query(`CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    expect(await complaintOf(server.url({ database: latin }))).toMatch(/UTF-8/);
  });

  it.each([
    ["unsafe settings", { options: "-c synchronous_commit=off" }, /set synchronous_commit to on/],
    ["a rejected login", { database: "missing" }, /does not exist/],
  ])("is asked once for a primary among several hosts if it has %s", async (_, parts, problem) => {
    const checked = checkedPool(server.pool({ connectionString: server.url(parts) }), 10_000);
    let asked = 0;
    const host = {
      connect: async () => {
        asked += 1;
        return await checked.connect();
      },
    };
    await expect(firstPrimary([host, host], 2_000).connect()).rejects.toThrow(problem);
    expect(asked).toBe(2);
  });

  it("is checked again at the next use after it was corrected", async () => {
    const pool = server.pool();
    const database = server.newSchema();
    await pool.query(`CREATE DATABASE ${database}`);
    await pool.query(`ALTER DATABASE ${database} SET synchronous_commit = off`);
    const url = server.url({ database });
    const storage = postgresStorage({ url, schema: server.newSchema() });
    await expect(headIn(storage, "acme")).rejects.toThrow(/synchronous_commit/);
    await pool.query(`ALTER DATABASE ${database} SET synchronous_commit = on`);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
    );
    // The first use discovers that the existing connection is lost.
    await headIn(storage, "acme").catch(() => null);
    expect(await storage.commit([commitOn("acme", 0n)])).toEqual([{ kind: "committed" }]);
    await storage.close();
  });

  it("is not used after it becomes a standby, whose data may be older", async () => {
    const pool = server.pool();
    const database = server.newSchema();
    await pool.query(`CREATE DATABASE ${database}`);
    const url = server.url({ database });
    const storage = postgresStorage({ url, schema: server.newSchema() });
    await storage.commit([commitOn("acme", 0n)]);
    await pool.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
    );
    // The first use discovers that the existing connection is lost.
    await headIn(storage, "acme").catch(() => null);
    await expect(headIn(storage, "acme")).rejects.toThrow(/is read-only/);
    await expect(storage.commit([commitOn("acme", 1n)])).rejects.toThrow(/is read-only/);
    await pool.query(`ALTER DATABASE ${database} SET default_transaction_read_only = off`);
    await storage.commit([commitOn("acme", 1n)]).catch(() => {});
    expect(await storage.commit([commitOn("acme", 5n)])).toEqual([{ kind: "conflict" }]);
    await storage.close();
  });
});
