import type { Commit, Storage } from "@agent-treasury/provider";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { testServer } from "postgres-for-tests";
import { expectMet } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import type { PostgresPool } from "./postgres-client.ts";
import { postgresStorage } from "./postgres-storage.ts";
import { sqlStateOf } from "./sql-state.ts";

const server = testServer();
const rounds = process.env["TEST_LONG"] === undefined ? 50 : 150;

function making(workspaceId: string, version: bigint, id: string, pool: number): Commit {
  return commitOn(workspaceId, version, pool, { create: [docNamed(id, pool)] });
}

async function openTogether(schema: string, count: number): Promise<Storage[]> {
  const storages = Array.from({ length: count }, () =>
    postgresStorage({ url: server.url(), schema, connections: 4 }),
  );
  await Promise.all(storages.map((storage) => headIn(storage, "unused")));
  return storages;
}

async function closeAll(storages: readonly Storage[]): Promise<void> {
  await Promise.all(storages.map((storage) => storage.close()));
}

describe("several concurrent pools", () => {
  it("lose no addition on one workspace", async () => {
    const storages = await openTogether(server.newSchema(), 4);
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const add = async (storage: Storage): Promise<void> => {
      for (let done = 0; done < 50;) {
        const head = await headIn(storage, "acme");
        const total = Number(head?.account ?? 0) + 1;
        const [outcome] = await storage.commit([
          commitOn("acme", head?.version ?? 0n, total, { put: [docNamed(`p${total}`, total)] }),
        ]);
        if (outcome?.kind === "committed") done += 1;
        else expect(outcome?.kind).toBe("conflict");
      }
    };
    await Promise.all(storages.map(add));
    const head = await headIn(storages[0]!, "acme");
    expect([head?.account, head?.version]).toEqual([200, 200n]);
    await closeAll(storages);
  });

  it("create each document once, in a workspace's first commit and in later ones", async () => {
    const storages = await openTogether(server.newSchema(), 4);
    const workspaceIds = Array.from({ length: 8 }, (_, index) => `w${index}`);
    const race = async (workspaceId: string): Promise<void> => {
      for (let version = 0n; version < 10n; version += 1n) {
        const id = `p${version}`;
        const kinds = await Promise.all(
          storages.map(async (storage, pool) => {
            const [outcome] = await storage.commit([making(workspaceId, version, id, pool)]);
            return outcome?.kind ?? "none";
          }),
        );
        expect(kinds.toSorted((one, other) => one.localeCompare(other))).toEqual([
          "committed",
          "conflict",
          "conflict",
          "conflict",
        ]);
        const again = making(workspaceId, version + 1n, id, 9);
        expect(await storages[0]?.commit([again])).toEqual([
          { kind: "exists", keys: [{ kind: "proposal", id }] },
        ]);
        const keys = [{ kind: "proposal", id }];
        const [snapshot] = (await storages[0]?.load([{ workspaceId, keys }])) ?? [];
        expect(snapshot?.found[0]?.body).toBe(kinds.indexOf("committed"));
      }
    };
    await Promise.all(workspaceIds.map(race));
    await closeAll(storages);
  });

  it("never deadlock, regardless of the order of new and existing workspaces", async () => {
    const { storages, met } = await openNoting();
    for (let round = 0; round < rounds; round += 1) {
      // Ten are new in this round, ten were created one round before.
      const ids = Array.from({ length: 20 }, (_, index) => {
        const made = index % 2 === 0 ? round : round - 1;
        return [`w${index - (index % 2)}-${made}`, BigInt(round - made)] as const;
      });
      const commits = (order: readonly (readonly [string, bigint])[]): Commit[] =>
        order.map(([id, version]) => commitOn(id, version, round));
      const calls = [commits(ids), commits(ids.toReversed()), commits(ids), commits(shuffled(ids))];
      const outcomes = await Promise.all(
        calls.map((call, index) => storages[index % 2]!.commit(call)),
      );
      expect(met).toEqual([]);
      const winners = new Map<string, number>();
      for (const [index, call] of calls.entries()) {
        for (const [place, { workspaceId }] of call.entries()) {
          const kind = outcomes[index]?.[place]?.kind;
          if (round === 0 && kind === "conflict") continue;
          expect(["committed", "conflict"]).toContain(kind);
          if (kind === "committed") winners.set(workspaceId, (winners.get(workspaceId) ?? 0) + 1);
        }
      }
      expect([...winners.values()].every((count) => count === 1)).toBe(true);
      expect(winners.size).toBe(round === 0 ? 10 : 20);
    }
    await closeAll(storages);
  });

  it("never deadlock on new workspaces, which have no head to lock", async () => {
    const { storages, met } = await openNoting();
    for (let round = 0; round < rounds; round += 1) {
      const ids = Array.from({ length: 20 }, (_, index) => `w${index}-${round}`);
      const orders = [ids, ids.toReversed(), ids, shuffled(ids)];
      const outcomes = await Promise.all(
        orders.map((order, index) =>
          storages[index % 2]!.commit(order.map((id) => commitOn(id, 0n, round))),
        ),
      );
      expect(met).toEqual([]);
      const kinds = outcomes.flat().map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "committed").length).toBe(ids.length);
    }
    await closeAll(storages);
  });

  it("commit while expired records are purged, without losses", async () => {
    const storages = await openTogether(server.newSchema(), 3);
    const progress = { writing: true };
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const write = async (storage: Storage, workspaceId: string): Promise<void> => {
      for (let version = 0n; version < 60n; version += 1n) {
        const claim = [
          { key: { kind: "turn", id: "again" }, expiresAt: 1 },
          { key: { kind: "deposit", id: version.toString() }, expiresAt: null },
        ];
        const put = [{ ...docNamed("p1", version.toString()), expiresAt: 1 }];
        const [outcome] = await storage.commit([
          commitOn(workspaceId, version, version.toString(), { claim, put }),
        ]);
        expect(outcome).toEqual({ kind: "committed" });
      }
    };
    const purge = async (storage: Storage): Promise<number> => {
      let removed = 0;
      while (progress.writing) removed += await storage.purge(1_000, 5);
      return removed;
    };
    const writing = Promise.all([write(storages[0]!, "a"), write(storages[1]!, "b")]);
    const [removed] = await Promise.all([
      purge(storages[2]!),
      writing.finally(() => (progress.writing = false)),
    ]);
    expectMet({ removed }, { removed: 10 });
    const keys = Array.from({ length: 60 }, (_, id) => ({ kind: "deposit", id: `${id}` }));
    for (const snapshot of await storages[0]!.load([
      { workspaceId: "a", keys },
      { workspaceId: "b", keys },
    ])) {
      expect([snapshot.claimed.length, snapshot.head?.version]).toEqual([60, 60n]);
    }
    await closeAll(storages);
  });
});

/** Two storages of one new schema, and the SQL states of subsequent errors. */
async function openNoting(): Promise<{ storages: Storage[]; met: string[] }> {
  const schema = server.newSchema();
  const met: string[] = [];
  const storages = [0, 1].map(() => postgresStorage({ pool: noting(server.pool(), met), schema }));
  await Promise.all(storages.map((storage) => headIn(storage, "unused")));
  met.length = 0;
  return { storages, met };
}

/** A pool that records the SQL states of errors, which the storage handles internally. */
function noting(pool: PostgresPool, met: string[]): PostgresPool {
  return poolThrough(pool, (_query, send) =>
    send().catch((error: unknown) => {
      met.push(String(sqlStateOf(error)));
      throw error;
    }),
  );
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
