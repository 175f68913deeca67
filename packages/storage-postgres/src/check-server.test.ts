import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
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

describe("a server that is not fit for money", () => {
  it("is refused when it answers before a commit is on its disk", async () => {
    expect(await complaintOf(server.url({ options: "-c synchronous_commit=off" }))).toMatch(
      /answers before a commit is on its disk: set synchronous_commit to on/,
    );
    expect(await complaintOf(server.url({ options: "-c synchronous_commit=local" }))).toBe(
      "nothing",
    );
  });

  it("is refused when it is read-only", async () => {
    expect(
      await complaintOf(server.url({ options: "-c default_transaction_read_only=on" })),
    ).toMatch(/is read-only: connect to the primary/);
  });

  it("is refused when it does not keep every script", async () => {
    const pool = server.pool();
    const latin = server.newSchema();
    await pool.query(`CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    expect(await complaintOf(server.url({ database: latin }))).toMatch(/UTF-8/);
  });

  it("is asked again at the next use, once it was mended", async () => {
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
    // The connection that was open before is found lost first.
    await headIn(storage, "acme").catch(() => null);
    expect(await storage.commit([commitOn("acme", 0n)])).toEqual([{ kind: "committed" }]);
    await storage.close();
  });

  it("that becomes a standby while it is used gets no further commit", async () => {
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
    expect((await headIn(storage, "acme"))?.version).toBe(1n);
    await expect(storage.commit([commitOn("acme", 1n)])).rejects.toThrow(/is read-only/);
    await pool.query(`ALTER DATABASE ${database} SET default_transaction_read_only = off`);
    await storage.commit([commitOn("acme", 1n)]).catch(() => {});
    expect(await storage.commit([commitOn("acme", 5n)])).toEqual([{ kind: "conflict" }]);
    await storage.close();
  });
});
