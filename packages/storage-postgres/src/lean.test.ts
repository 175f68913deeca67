import type { Commit, CommitOutcome } from "@agent-treasury/provider";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { type PostgresStorage, postgresStorage } from "./postgres-storage.ts";

const server = testServer();

/** A storage, the first words of its commit statements, and a fault for the next lean one. */
async function watched(): Promise<{
  readonly storage: PostgresStorage;
  readonly sent: string[];
  fail(error: unknown, isSent: boolean): void;
}> {
  const sent: string[] = [];
  let fault: { readonly error: unknown; readonly isSent: boolean } | null = null;
  const pool: PostgresPool = poolThrough(server.pool(), async ({ text }, send) => {
    if (!text.includes("moved AS")) return await send();
    const isLean = !text.includes("judged AS");
    sent.push(isLean ? "lean" : "judging");
    if (!isLean || fault === null) return await send();
    const { error, isSent } = fault;
    fault = null;
    if (isSent) await send();
    throw error;
  });
  const storage = postgresStorage({ pool, schema: server.newSchema() });
  for (const id of ["a", "b", "c"]) await storage.commit([commitOn(id, 0n)]);
  sent.length = 0;
  return { storage, sent, fail: (error, isSent) => (fault = { error, isSent }) };
}

const made = (workspaceId: string, id: string): Commit =>
  commitOn(workspaceId, 1n, null, { create: [docNamed(id, id)], put: [docNamed("lease", id)] });

const kindsOf = (outcomes: readonly CommitOutcome[]): string[] => outcomes.map(({ kind }) => kind);

describe("the lean statement", () => {
  it("commits workspaces that have a head, in one round trip", async () => {
    const { storage, sent } = await watched();
    expect(kindsOf(await storage.commit([made("b", "p1"), made("a", "p1")]))).toEqual([
      "committed",
      "committed",
    ]);
    const again = commitOn("a", 2n, null, { put: [docNamed("lease", "taken")] });
    expect(kindsOf(await storage.commit([again]))).toEqual(["committed"]);
    expect(sent).toEqual(["lean", "lean"]);
    const keys = ["p1", "lease"].map((id) => ({ kind: "proposal", id }));
    const [snapshot] = await storage.load([{ workspaceId: "a", keys }]);
    expect(snapshot?.found.map(({ body }) => body)).toEqual(["p1", "taken"]);
  });

  it("leaves other commits to the full statement", async () => {
    const { storage, sent } = await watched();
    const landed = made("a", "p1");
    await storage.commit([landed]);
    sent.length = 0;
    const claim = [{ key: { kind: "deposit", id: "d1" }, expiresAt: null }];
    const outcomes = await storage.commit([
      landed,
      commitOn("b", 7n),
      commitOn("c", 1n, null, { claim }),
      commitOn("d", 0n),
    ]);
    expect(kindsOf(outcomes)).toEqual(["committed", "conflict", "committed", "committed"]);
    expect(sent).toEqual(["lean", "judging"]);
  });

  it("claims a key, unless there is one, also an expired one", async () => {
    const { storage, sent } = await watched();
    const key = { kind: "tab_charge", id: "c1" };
    const claiming = (version: bigint, expiresAt: number | null): Commit =>
      commitOn("a", version, null, { claim: [{ key, expiresAt }], put: [docNamed("tab", "1")] });
    expect(kindsOf(await storage.commit([claiming(1n, 1)]))).toEqual(["committed"]);
    expect(sent).toEqual(["lean"]);
    expect(kindsOf(await storage.commit([claiming(2n, null)]))).toEqual(["committed"]);
    expect(await storage.commit([claiming(3n, null)])).toEqual([{ kind: "exists", keys: [key] }]);
    expect(sent).toEqual(["lean", "lean", "judging", "lean", "judging"]);
    expect((await headIn(storage, "a"))?.version).toBe(3n);
  });

  it("fails as a whole on a duplicate document, and the full statement returns the outcome", async () => {
    const { storage, sent } = await watched();
    await storage.commit([made("a", "p1")]);
    sent.length = 0;
    const outcomes = await storage.commit([
      commitOn("a", 2n, null, { create: [docNamed("p1", 1)] }),
      made("b", "p1"),
    ]);
    expect(outcomes).toEqual([
      { kind: "exists", keys: [{ kind: "proposal", id: "p1" }] },
      { kind: "committed" },
    ]);
    expect(sent).toEqual(["lean", "judging"]);
  });

  const deadlock = Object.assign(new Error("deadlock"), { code: "40P01", severity: "ERROR" });
  const forgotten = Object.assign(new Error("no such name"), { code: "26000", severity: "ERROR" });
  it.each([
    ["a deadlock", deadlock, false],
    ["a lost name", forgotten, false],
    ["a lost reply before it landed", new Error("read ECONNRESET"), false],
    ["a lost reply after it landed", new Error("read ECONNRESET"), true],
  ])("after %s, its commits are settled by the full statement", async (_, error, isSent) => {
    const { storage, sent, fail } = await watched();
    fail(error, isSent);
    expect(kindsOf(await storage.commit([made("a", "p1")]))).toEqual(["committed"]);
    expect(sent).toEqual(["lean", "judging"]);
    expect((await headIn(storage, "a"))?.version).toBe(2n);
  });

  it("in a transaction is followed by the full statement on a duplicate document", async () => {
    const { storage, sent } = await watched();
    await storage.commit([made("a", "p1")]);
    sent.length = 0;
    const request = { workspaceId: "a", keys: [] };
    const created = commitOn("a", 2n, null, { create: [docNamed("p1", 1)] });
    expect(await storage.exclusive?.(request, () => created)).toEqual({
      kind: "exists",
      keys: [{ kind: "proposal", id: "p1" }],
    });
    expect(sent).toEqual(["lean", "judging"]);
  });

  it.each(["nestloop", "hashjoin", "mergejoin", "indexscan", "seqscan", "sort", "material"])(
    "locks heads in the order of their ids, also with enable_%s off",
    async (setting) => {
      const schema = server.newSchema();
      const pool = server.pool({ options: `-c enable_${setting}=off -c jit=off` });
      const storage = postgresStorage({ pool, schema });
      const ids = ["c", "a", "e", "b", "d"];
      for (const id of ids) await storage.commit([commitOn(id, 0n)]);
      const observer = server.pool();
      const blocker = await observer.connect();
      await blocker.query("BEGIN");
      await blocker.query(`SELECT FROM ${schema}.heads WHERE workspace_id = 'c' FOR UPDATE`);
      const outcome = storage.commit(ids.map((id) => commitOn(id, 1n)));
      const free = `SELECT workspace_id FROM ${schema}.heads ORDER BY 1 FOR UPDATE SKIP LOCKED`;
      try {
        await expect
          .poll(async () => (await observer.query(free)).rows.map((row) => row.workspace_id))
          .toEqual(["d", "e"]);
      } finally {
        await blocker.query("COMMIT");
        blocker.release();
      }
      expect(kindsOf(await outcome)).toEqual(ids.map(() => "committed"));
    },
  );
});
