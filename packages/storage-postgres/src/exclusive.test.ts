import type { Commit, Snapshot } from "@agent-treasury/provider";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const request = { workspaceId: "acme", keys: [] };
type Ask = Parameters<typeof poolThrough>[1];

/** Adds one to the account's number. */
const addOne = ({ head }: Snapshot): Commit =>
  commitOn("acme", head?.version ?? 0n, Number(head?.account ?? 0) + 1);

function pipelining(ask: Ask = (_query, send) => send(), max = 1): PostgresPool {
  return poolThrough(server.pool({ pipeline: true, max }), ask);
}

describe("an exclusive commit on a connection that pipelines", () => {
  it("waits twice", async () => {
    const schema = server.newSchema();
    const met: string[] = [];
    const pool = pipelining(async ({ text }, send) => {
      met.push("sent");
      const answer = await send();
      if (!text.startsWith("BEGIN")) met.push("answered");
      return answer;
    });
    const storage = postgresStorage({ pool, schema });
    await storage.commit([commitOn("acme", 0n, 0)]);
    met.length = 0;
    expect(await storage.exclusive?.(request, addOne)).toEqual({ kind: "committed" });
    const runs = met.filter((one, place) => one !== met[place - 1]);
    expect(runs).toEqual(["sent", "answered", "sent", "answered"]);
    expect(met).toHaveLength(11);
  });

  it.each([
    ["the commit and of COMMIT", /moved AS|^COMMIT$/, 2n],
    ["COMMIT alone", /^COMMIT$/, 2n],
  ])("is unclear if the answers to %s are lost, and is settled once", async (_, lost, version) => {
    const schema = server.newSchema();
    let isCut = false;
    const pool = pipelining(async ({ text }, send) => {
      const answer = await send();
      if (isCut && lost.test(text)) throw new Error("read ECONNRESET");
      return answer;
    });
    const storage = postgresStorage({ pool, schema });
    await storage.commit([commitOn("acme", 0n, 0)]);
    isCut = true;
    const decided: Commit[] = [];
    const outcome = await storage.exclusive?.(request, (snapshot) => {
      const commit = addOne(snapshot);
      decided.push(commit);
      return commit;
    });
    expect(outcome?.kind).toBe("unclear");
    isCut = false;
    expect(await storage.commit(decided)).toEqual([{ kind: "committed" }]);
    const head = await headIn(storage, "acme");
    expect([decided.length, head?.version, head?.account]).toEqual([1, version, 1]);
  });

  it("writes nothing for a commit that the server refuses, and returns the keys that exist", async () => {
    const storage = postgresStorage({ pool: pipelining(), schema: server.newSchema() });
    await storage.commit([commitOn("acme", 0n, 0, { create: [docNamed("p1", 1)] })]);
    const create = [docNamed("p1", 2)];
    const outcome = await storage.exclusive?.(request, () => commitOn("acme", 1n, 1, { create }));
    expect(outcome).toEqual({ kind: "exists", keys: [{ kind: "proposal", id: "p1" }] });
    expect((await headIn(storage, "acme"))?.account).toBe(0);
    expect(await storage.exclusive?.(request, addOne)).toEqual({ kind: "committed" });
  });

  it("decides again if a statement before the load fails, whose connection stays usable", async () => {
    const schema = server.newSchema();
    let cancels = 1;
    const pool = pipelining(async ({ text }, send) => {
      if (text.includes("pg_advisory_xact_lock") && (cancels -= 1) === 0) {
        // The statements behind it fail in the server, as they are already sent.
        void send().catch(() => {});
        throw Object.assign(new Error("canceled"), { code: "57014", severity: "ERROR" });
      }
      return send();
    });
    const storage = postgresStorage({ pool, schema });
    await storage.commit([commitOn("acme", 0n, 0)]);
    let decisions = 0;
    const outcome = await storage.exclusive?.(request, (snapshot) => {
      decisions += 1;
      return addOne(snapshot);
    });
    expect([outcome?.kind, decisions]).toEqual(["committed", 1]);
    expect((await headIn(storage, "acme"))?.account).toBe(1);
  });

  it.each([true, false])(
    "is sent nothing after a lost answer (pipelined: %s)",
    async (pipeline) => {
      const schema = server.newSchema();
      const sent: string[] = [];
      let lost = /never/;
      const pool = poolThrough(server.pool({ pipeline, max: 1 }), async ({ text }, send) => {
        sent.push(text);
        const answer = await send();
        if (!lost.test(text)) return answer;
        lost = /never/;
        throw new Error("Query read timeout");
      });
      const storage = postgresStorage({ pool, schema });
      await storage.commit([commitOn("acme", 0n, 0)]);
      for (const statement of [/FROM \w+\.heads WHERE workspace_id = \$1 FOR/, /^WITH/]) {
        lost = statement;
        await storage.exclusive?.(request, addOne);
        expect(sent).not.toContain("ROLLBACK");
      }
    },
  );

  it("leaves no transaction open if the clock fails", async () => {
    const schema = server.newSchema();
    let readings = 0;
    let failsAt = 0;
    const now = (): number => {
      readings += 1;
      return readings === failsAt ? Number.NaN : 1_900_000_000_000;
    };
    const storage = postgresStorage({ pool: pipelining(), schema, now });
    await storage.commit([commitOn("acme", 0n, 0)]);
    readings = 0;
    await storage.exclusive?.(request, addOne);
    const most = readings;
    const observer = server.pool();
    const locked = `SELECT 1 FROM pg_locks WHERE relation = '${schema}.heads'::regclass`;
    for (failsAt = 1; failsAt <= most; failsAt += 1) {
      readings = 0;
      await expect(storage.exclusive?.(request, addOne)).rejects.toMatchObject({
        code: "storage_error",
      });
      expect((await observer.query(locked)).rows).toEqual([]);
    }
    failsAt = 0;
    expect(most).toBeGreaterThan(0);
    expect((await headIn(storage, "acme"))?.account).toBe(1);
  });

  it("loses no addition of sixteen processes, some of which do not pipeline", async () => {
    const schema = server.newSchema();
    const storages = Array.from({ length: 16 }, (_, index) =>
      postgresStorage({ pool: index % 4 === 0 ? server.pool({ max: 1 }) : pipelining(), schema }),
    );
    await storages[0]?.commit([commitOn("acme", 0n, 0)]);
    await Promise.all(
      storages.map(async (storage) => {
        for (let done = 0; done < 10; done += 1) {
          expect(await storage.exclusive?.(request, addOne)).toEqual({ kind: "committed" });
        }
      }),
    );
    const head = await headIn(storages[0]!, "acme");
    expect([head?.account, head?.version]).toEqual([160, 161n]);
  });
});

describe("exclusive commits that wait for each other", () => {
  it("decide in the order of their arrival, and one of them waits at the head", async () => {
    const schema = server.newSchema();
    const first = postgresStorage({ url: server.url(), schema });
    await first.commit([commitOn("acme", 0n, 0)]);
    const observer = server.pool();
    const blocker = await observer.connect();
    await blocker.query("BEGIN");
    await blocker.query(`SELECT FROM ${schema}.heads FOR UPDATE`);
    const count = async (where: string): Promise<number> => {
      const { rows } = await observer.query(
        `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND ${where}`,
      );
      return rows[0]?.count;
    };
    const order: number[] = [];
    const storages = Array.from({ length: 6 }, () =>
      postgresStorage({ url: server.url(), schema, connections: 1 }),
    );
    const outcomes: unknown[] = [];
    try {
      for (const [place, storage] of storages.entries()) {
        await headIn(storage, "acme");
        const decide = (snapshot: Snapshot): Commit => {
          order.push(place);
          return addOne(snapshot);
        };
        outcomes.push(storage.exclusive?.(request, decide));
        await expect.poll(() => count("locktype = 'advisory'"), { interval: 5 }).toBe(place);
        // The first one waits for the transaction that holds the head.
        await expect.poll(() => count("locktype = 'transactionid'"), { interval: 5 }).toBe(1);
      }
    } finally {
      await blocker.query("COMMIT");
      blocker.release();
    }
    expect(await Promise.all(outcomes)).toEqual(storages.map(() => ({ kind: "committed" })));
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    await Promise.all([first, ...storages].map((storage) => storage.close()));
  });

  it("do not wait for those of another workspace or schema", async () => {
    const [one, other] = [server.newSchema(), server.newSchema()];
    const storage = postgresStorage({ url: server.url(), schema: one });
    const elsewhere = postgresStorage({ url: server.url(), schema: other });
    for (const each of [storage, elsewhere]) await each.commit([commitOn("acme", 0n, 0)]);
    await storage.commit([commitOn("beta", 0n, 0)]);
    const client = await server.pool().connect();
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('${one}.acme', 0))`);
    const beta = { workspaceId: "beta", keys: [] };
    expect(await storage.exclusive?.(beta, () => commitOn("beta", 1n))).toEqual({
      kind: "committed",
    });
    expect(await elsewhere.exclusive?.(request, addOne)).toEqual({ kind: "committed" });
    let isDone = false;
    const waiting = storage.exclusive?.(request, addOne).then(() => (isDone = true));
    const blocked = (): Promise<boolean> =>
      client
        .query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        .then(({ rows }) => rows.length > 0);
    await expect.poll(blocked, { interval: 5 }).toBe(true);
    expect(isDone).toBe(false);
    await client.query("COMMIT");
    client.release();
    expect(await waiting).toBe(true);
    await Promise.all([storage.close(), elsewhere.close()]);
  });
});
