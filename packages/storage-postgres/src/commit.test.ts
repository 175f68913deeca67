import type { CommitOutcome } from "@agent-treasury/provider";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import { type PostgresStorage, postgresStorage } from "./postgres-storage.ts";

const server = testServer();

function kindsOf(outcomes: readonly CommitOutcome[]): string[] {
  return outcomes.map(({ kind }) => kind);
}

function storageIn(schema: string = server.newSchema()): PostgresStorage {
  return postgresStorage({ pool: server.pool(), schema });
}

describe("commits that the database rejects", () => {
  it("are rejected alone, for any kind of invalid value", async () => {
    const storage = storageIn();
    const good = Array.from({ length: 40 }, (_, index) =>
      commitOn(`good-${index}`, 0n, null, { put: [docNamed("p1", index)] }),
    );
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const zero = "\u0000";
    const bad = [
      commitOn("too-large", 0n, null, { put: [{ ...docNamed("p1", 1), ordinal: 2n ** 63n }] }),
      commitOn("half", 0n, null, { put: [{ ...docNamed("p1", 1), epoch: 1.5 }] }),
      commitOn("no-number", 0n, null, { put: [{ ...docNamed("p1", 1), dueAt: Number.NaN }] }),
      commitOn("circular", 0n, circular as never),
      commitOn("zero", 0n, null, { put: [docNamed(zero, 1)] }),
      commitOn(`zero${zero}`, 0n),
      commitOn("long-key", 0n, null, { put: [docNamed(noise(100_000), 1)] }),
    ];
    const commits = [...good, ...bad].toSorted((left, right) => (left.id < right.id ? -1 : 1));
    const kinds = kindsOf(await storage.commit(commits));
    expect(kinds).toEqual(commits.map((one) => (bad.includes(one) ? "rejected" : "committed")));
    expect(await storage.workspaces(null, 100)).toEqual(
      good.map(({ workspaceId }) => workspaceId).toSorted((a, b) => (a < b ? -1 : 1)),
    );
    await storage.close();
  });
});

describe("commits with a lost reply", () => {
  it("are unclear, and take effect once when sent again", async () => {
    const schema = server.newSchema();
    const lose = { before: false, after: false };
    const pool = poolThrough(server.pool(), async ({ text }, send) => {
      if (!text.includes("moved AS")) return await send();
      if (lose.before) throw new Error("read ECONNRESET");
      const result = await send();
      if (lose.after) throw new Error("Connection terminated unexpectedly");
      return result;
    });
    const storage = postgresStorage({ pool, schema });
    for (const [version, lost] of (["before", "after"] as const).entries()) {
      const commit = commitOn("acme", BigInt(version), lost, { put: [docNamed(lost, 1)] });
      lose[lost] = true;
      expect(kindsOf(await storage.commit([commit, commitOn("other", 7n)]))).toEqual([
        "unclear",
        "unclear",
      ]);
      lose[lost] = false;
      expect(kindsOf(await storage.commit([commit, commitOn("other", 7n)]))).toEqual([
        "committed",
        "conflict",
      ]);
      expect((await headIn(storage, "acme"))?.version).toBe(BigInt(version + 1));
    }
    await storage.close();
  });

  it("are found committed if the server completes them later", async () => {
    const schema = server.newSchema();
    const storage = storageIn(schema);
    await headIn(storage, "acme");
    const blocker = await server.pool().connect();
    await blocker.query("BEGIN");
    await blocker.query(`INSERT INTO ${schema}.commits VALUES ('acme', 1, 'other', 0)`);
    const impatient = postgresStorage({
      pool: poolThrough(server.pool(), async ({ text }, send) => {
        if (!text.includes("moved AS")) return await send();
        send().catch(() => {});
        await untilWaiting(schema, 1);
        throw new Error("Query read timeout");
      }),
      schema,
    });
    const commit = commitOn("acme", 0n, "mine", { put: [docNamed("p1", 1)] });
    expect(kindsOf(await impatient.commit([commit]))).toEqual(["unclear"]);
    expect(await headIn(storage, "acme")).toBeNull();
    const again = storage.commit([commit]);
    await untilWaiting(schema, 2);
    await blocker.query("ROLLBACK");
    blocker.release();
    expect(kindsOf(await again)).toEqual(["committed"]);
    expect((await headIn(storage, "acme"))?.version).toBe(1n);
    await storage.close();
  });

  it("did not commit if their connection was closed during the statement", async () => {
    const schema = server.newSchema();
    const storage = storageIn(schema);
    await headIn(storage, "acme");
    const observer = server.pool();
    const blocker = await observer.connect();
    await blocker.query("BEGIN");
    await blocker.query(`INSERT INTO ${schema}.commits VALUES ('acme', 1, 'other', 0)`);
    const commit = commitOn("acme", 0n, "mine");
    const outcome = storage.commit([commit, commitOn("beta", 0n)]);
    await untilWaiting(schema, 1);
    await observer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${waitingOn(schema)}`,
    );
    expect(kindsOf(await outcome)).toEqual(["unclear", "unclear"]);
    await blocker.query("ROLLBACK");
    blocker.release();
    expect(await storage.workspaces(null, 10)).toEqual([]);
    expect(kindsOf(await storage.commit([commit]))).toEqual(["committed"]);
    await storage.close();
  });
});

describe("commits that cannot be sent", () => {
  it("reject with a storage error without an address", async () => {
    const url = "postgres://somebody:secret@127.0.0.1:1/app";
    const storage = postgresStorage({ url });
    const failure: unknown = await storage.commit([commitOn("acme", 0n)]).catch((error) => error);
    expect(String(failure)).toMatch(/the connection was refused/);
    expect(String(failure)).not.toMatch(/secret|somebody|127/);
    await storage.close();
  });

  it("reject while nothing of the call was written, and are unclear afterwards", async () => {
    const schema = server.newSchema();
    let calls = 0;
    const full = Object.assign(new Error("No space left on device"), {
      code: "53100",
      severity: "ERROR",
    });
    const failAfter = (allowed: number): PostgresStorage =>
      postgresStorage({
        pool: poolThrough(server.pool(), async ({ text }, send) => {
          if (!text.includes("moved AS")) return await send();
          calls += 1;
          if (calls > allowed) throw full;
          return await send();
        }),
        schema,
      });
    const bad = commitOn("c", 0n, null, { put: [{ ...docNamed("p1", 1), epoch: 1.5 }] });
    await expect(failAfter(0).commit([commitOn("a", 0n)])).rejects.toThrow(/no disk space left/);
    calls = 0;
    // The third commit fails the whole batch. Its first half succeeds, and the second meets a full
    // disk.
    const outcomes = await failAfter(2).commit([commitOn("a", 0n), commitOn("b", 0n), bad]);
    expect(kindsOf(outcomes)).toEqual(["committed", "committed", "unclear"]);
  });
});

/** Incompressible text, for a key that is too long for an index. */
function noise(length: number): string {
  return Array.from({ length }, () => Math.random().toString(36).at(-1)).join("");
}

/** The server truncates the displayed statement before its inserts. */
function waitingOn(schema: string): string {
  return `wait_event_type = 'Lock' AND query LIKE '%FROM ${schema}.claims%'`;
}

/** Resolves when this many statements wait for a lock. */
async function untilWaiting(schema: string, count: number): Promise<void> {
  const waiting = async (): Promise<unknown> => {
    const { rows } = await observe().query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE ${waitingOn(schema)}`,
    );
    return rows[0]?.count;
  };
  await expect.poll(waiting, { interval: 5 }).toBe(count);
}

let observer: ReturnType<typeof server.pool> | null = null;

function observe(): ReturnType<typeof server.pool> {
  observer ??= server.pool();
  return observer;
}
