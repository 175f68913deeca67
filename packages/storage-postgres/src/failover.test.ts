import type { Storage } from "@agent-treasury/provider";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { createTreasury } from "@agent-treasury/treasury-core";
import pg from "pg";
import { type StartedServer, standbyName, startServer } from "postgres-for-tests/start-server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { checkedPool } from "./checked-pool.ts";
import { postgresStorage } from "./postgres-storage.ts";
import { postgresSchema } from "./schema-version.ts";

type Spend = (purpose: string, workspaceId?: string) => Promise<unknown>;

const servers: StartedServer[] = [];
/** The machine may be slow. */
const patience = { timeout: 300_000 };

async function start(primary: StartedServer | null = null): Promise<StartedServer> {
  const server = await startServer({ max_connections: "50" }, primary);
  servers.push(server);
  return server;
}

afterAll(async () => void (await Promise.all(servers.map((server) => server.stop()))));

function urlOf(...hosts: readonly StartedServer[]): string {
  const named = hosts.map(({ directory }) => encodeURIComponent(directory)).join(",");
  return `postgres://postgres:password@${named}/postgres?target_session_attrs=read-write`;
}

async function query(server: StartedServer, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const promote = (server: StartedServer): Promise<unknown> => query(server, "SELECT pg_promote()");

/** Waits until the standby has everything, then ends the replication. */
async function leaveBehind(primary: StartedServer, standby: StartedServer): Promise<void> {
  const [row] = await query(primary, "SELECT pg_current_wal_insert_lsn()::text AS place");
  const { place } = row as { place: string };
  await vi.waitFor(async () => {
    const reached = `SELECT pg_last_wal_replay_lsn() >= '${place}' AS reached`;
    expect(await query(standby, reached)).toEqual([{ reached: true }]);
  }, patience);
  await query(standby, "ALTER SYSTEM SET primary_conninfo = ''");
  await query(standby, "SELECT pg_reload_conf()");
  await vi.waitFor(async () => {
    expect(await query(primary, "SELECT pid FROM pg_stat_replication")).toEqual([]);
  }, patience);
}

/** What shows a process the version of a workspace. */
const reading = {
  load: async (storage: Storage) => (await headIn(storage, "load"))?.version,
  view: async (storage: Storage) => {
    const none = { kind: "proposal", before: null, limit: 0 };
    const entries = { order: "newest", beyond: null, limit: 0 } as const;
    return (await storage.view("view", none, entries)).head?.version;
  },
  exclusive: async (storage: Storage) => {
    let version: bigint | undefined;
    await storage.exclusive?.({ workspaceId: "exclusive", keys: [] }, ({ head }) => {
      version = head?.version;
      return null;
    });
    return version;
  },
};
const readers = ["load", "view", "exclusive"] as const;

// The promoted standby is the primary of the next test, so that three servers suffice.
describe("a failover to a standby that is behind", () => {
  let primary: StartedServer;
  let standby: StartedServer;
  let storage: Storage;
  let spend: Spend;
  const opened: { close(): Promise<void> }[] = [];
  const open = (schema: string): Storage => {
    const own = postgresStorage({ url: urlOf(primary, standby), schema });
    opened.push(own);
    return own;
  };
  const spender = (): Spend => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      budget: { startingCapitalUsd: 100 },
      storage: open("spends"),
    });
    opened.unshift(treasury);
    return (purpose, workspaceId = "acme") =>
      treasury.propose({ workspaceId, agentId: "buyer", purpose, vendor: "Acme", amountUsd: 2 });
  };

  beforeAll(async () => {
    primary = await start();
    standby = await start(primary);
    storage = open("commits");
    spend = spender();
    await storage.commit(["behind", "same", "overtaken", ...readers].map((id) => commitOn(id, 0n)));
    await spend("first");
    await spend("elsewhere", "other");
    await leaveBehind(primary, standby);
    await storage.commit([commitOn("behind", 1n), commitOn("overtaken", 1n)]);
    const theirs = open("commits");
    await theirs.commit(readers.map((id) => commitOn(id, 1n)));
    await Promise.all(readers.map((read) => reading[read](storage)));
    await spend("lost");
    await primary.kill();
    await promote(standby);
  });
  afterAll(async () => void (await Promise.all(opened.map((own) => own.close()))));

  it("stops a workspace that lost a confirmed commit, also after others wrote to it", async () => {
    const other = open("commits");
    const theirs = [commitOn("overtaken", 1n), commitOn("overtaken", 2n)];
    for (const commit of theirs)
      expect(await other.commit([commit])).toEqual([{ kind: "committed" }]);

    const lost = { kind: "rejected", cause: { code: "storage_went_back" } };
    const later = [commitOn("behind", 2n), commitOn("same", 1n), commitOn("overtaken", 3n)];
    expect(await storage.commit(later)).toMatchObject([lost, { kind: "committed" }, lost]);
    expect((await headIn(storage, "overtaken"))?.version).toBe(3n);
    const again = storage.exclusive?.({ workspaceId: "overtaken", keys: [] }, () => later[2]!);
    await expect(again).rejects.toMatchObject({ code: "storage_went_back" });
    expect((await headIn(storage, "behind"))?.version).toBe(1n);
  });

  it("stops a workspace of which it read a lost commit, also at the same version", async () => {
    const other = open("commits");
    const taken = await other.commit(readers.map((id) => commitOn(id, 1n)));
    expect(taken).toEqual(readers.map(() => ({ kind: "committed" })));
    const lost = { kind: "rejected", cause: { code: "storage_went_back" } };
    for (const read of readers) {
      await reading[read](storage).catch(() => null);
      expect(await storage.commit([commitOn(read, 2n)])).toMatchObject([lost]);
      expect((await headIn(other, read))?.version).toBe(2n);
    }
  });

  it("stops spends of a process that has seen the lost ones", async () => {
    for (const id of ["second", "third"]) {
      await expect(spend(id)).rejects.toMatchObject({ code: "storage_went_back" });
    }
    await spend("there", "other");
    // A process that has not seen the lost commit cannot know of it.
    await spender()("new");
  });
});

describe("a failover to a synchronous standby", () => {
  it("loses no confirmed commit, writes none twice, and the storage continues there", async () => {
    const primary = servers.at(-1)!;
    const standby = await start(primary);
    const url = urlOf(primary, standby);
    expect((await postgresSchema(url)).risk).toMatch(/^Replication is asynchronous/);
    await query(primary, `ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`);
    await query(primary, "SELECT pg_reload_conf()");
    await vi.waitFor(async () => expect((await postgresSchema(url)).risk).toBeNull(), patience);
    const open = (): Storage => {
      const storage = postgresStorage({ url });
      onTestFinished(() => storage.close());
      return storage;
    };
    const storage = open();
    const other = open();
    await Promise.all([headIn(storage, "acme"), headIn(other, "acme")]);
    const end = new AbortController();
    onTestFinished(() => end.abort());
    const write = async (own: Storage): Promise<number> => {
      let confirmed = 0;
      while (!end.signal.aborted) {
        const head = await headIn(own, "acme").catch(() => undefined);
        if (head === undefined) continue;
        const version = head?.version ?? 0n;
        const put = [docNamed(`p${version}`, Number(version))];
        const commit = commitOn("acme", version, Number(version) + 1, { put });
        for (;;) {
          // The same commit, until its outcome is known.
          const [outcome] = await own.commit([commit]).catch(() => []);
          if (outcome?.kind === "committed") confirmed += 1;
          if (outcome !== undefined && outcome.kind !== "unclear") break;
        }
      }
      return confirmed;
    };
    const writing = [write(storage), write(other)];
    await vi.waitFor(
      async () => expect((await headIn(other, "acme"))?.version).toBeGreaterThan(50n),
      patience,
    );
    await primary.kill();
    await promote(standby);
    const { version: before = 0n } = (await headIn(other, "acme")) ?? {};
    await vi.waitFor(async () => {
      expect((await headIn(storage, "acme"))?.version).toBeGreaterThan(before + 50n);
    }, patience);
    end.abort();
    const confirmed = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0);
    expect((await headIn(storage, "acme"))?.version).toBe(BigInt(confirmed));
  });
});

describe("a primary that waits for a standby", () => {
  it("does not wait further for connections that the storage gave up", async () => {
    const primary = servers.at(-1) ?? (await start());
    await query(primary, "ALTER SYSTEM SET synchronous_standby_names = 'missing'");
    await query(primary, "SELECT pg_reload_conf()");
    await vi.waitFor(async () => {
      const [row] = await query(primary, "SHOW synchronous_standby_names");
      expect(row).toEqual({ synchronous_standby_names: "missing" });
    }, patience);
    const pool = new pg.Pool({ connectionString: primary.url });
    onTestFinished(() => pool.end());
    const checked = checkedPool(pool, 300);
    const tries = await Promise.allSettled([checked.connect(), checked.connect()]);
    expect(tries.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await vi.waitFor(async () => {
      const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
      expect(await query(primary, waiting)).toEqual([]);
    }, patience);
  });
});
