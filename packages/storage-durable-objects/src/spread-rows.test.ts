import type { Storage, StorageMoves } from "@agent-treasury/provider";
import { movedTableNames } from "@agent-treasury/provider/helpers";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { commitOn } from "@agent-treasury/testing/commits";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestWorker, startTestWorker } from "./miniflare.fixture.ts";
import { objectOfRow } from "./spread-rows.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const moveId = "7".repeat(32);
const cursors = "~delivery/webhooks";
const owners = Array.from({ length: 30 }, (_, index) => `w-${index}`);
const keyOf = (owner: string) => ({ kind: "cursor", id: `${owner}/a/b` });

function advance(moves: StorageMoves, ...stages: Parameters<StorageMoves["advance"]>) {
  return expect(moves.advance(...stages)).resolves.toBe(true);
}

async function moveAll(source: Storage, target: Storage): Promise<void> {
  const [from, to] = [source.moves!, target.moves!];
  await advance(from, "out", null, null, { moveId, stage: "sending" });
  const before = await to.find("in", null);
  await advance(to, "in", null, before, { moveId, stage: "receiving" });
  let step = 0;
  for (const table of movedTableNames) {
    for (let after: Parameters<StorageMoves["read"]>[2] = null; ;) {
      const rows = await from.read(table, null, after, 7);
      await expect(
        to.write(null, moveId, step, { rows, removed: [], progress: null }),
      ).resolves.toBe(true);
      step += 1;
      after = rows.at(-1)?.values ?? null;
      if (rows.length < 7) break;
    }
  }
  expect(await to.totals(null)).toEqual(await from.totals(null));
  await advance(from, "out", null, { moveId, stage: "sending" }, { moveId, stage: "closed" });
  await advance(to, "in", null, { moveId, stage: "receiving" }, { moveId, stage: "received" });
  await advance(from, "out", null, { moveId, stage: "closed" }, { moveId, stage: "moved" });
}

async function documentsOf(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.moves!.read("documents", null, null, 1_000);
  return rows.map(({ values }) => values.slice(0, 3).join(" ")).toSorted();
}

it("finds each delivery position in its object, and moves it back", async () => {
  const doc = { epoch: 1, ordinal: null, open: false, dueAt: null, expiresAt: null };
  const put = owners.map((owner) => ({ ...doc, ...keyOf(owner), body: { owner } }));
  const source = sqliteStorage({ path: ":memory:" });
  const back = sqliteStorage({ path: ":memory:" });
  await source.commit([commitOn(cursors, 0n, null, { put }), commitOn("acme", 0n)]);
  const objects = await worker.emptyStorage();
  await moveAll(source, objects);
  const used = new Set<string>();
  for (const owner of owners) {
    const key = keyOf(owner);
    const workspaceId = objectOfRow("documents", [cursors, key.kind, key.id]);
    used.add(workspaceId);
    const [snapshot] = await objects.load([{ workspaceId, keys: [key] }]);
    expect(snapshot?.found.map(({ body }) => body)).toEqual([{ owner }]);
    const [outcome] = await objects.commit([commitOn(workspaceId, snapshot?.head?.version ?? 0n)]);
    expect(outcome).toEqual({ kind: "committed" });
  }
  expect(used.size).toBeGreaterThan(15);
  const before = await documentsOf(source);
  expect(before.length).toBe(owners.length);
  expect(await documentsOf(objects)).toEqual(before);
  await moveAll(objects, back);
  expect(await documentsOf(back)).toEqual(before);
  await source.close();
  await back.close();
});
