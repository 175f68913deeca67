import { describe, expect, it } from "vitest";
import {
  outcomeOf,
  type TestTreasury,
  type TestTreasuryOptions,
  testTreasury,
} from "../../../create/test-treasury.fixture.ts";
import { deploymentWorkspaceId } from "../../../kernel/deployment/deployment-workspace.ts";
import { scriptedStorage } from "../../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { eventKind } from "../../../kernel/ledger/event-recorder.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { freezeScope } from "../../freezes/freeze-scope.ts";
import { eventIdOf, eventRecordKey } from "./event-record.ts";
import { eventsIn, headOf, kindOf, recordsIn, testRecorder } from "./recorded-events.fixture.ts";

const consuming = testRecorder({ hasConsumers: () => true, reports: false });
const silent = testRecorder({ hasConsumers: () => false, reports: false });
const days = 86_400_000;

async function funded(options: TestTreasuryOptions): Promise<TestTreasury> {
  const treasury = testTreasury(options);
  await treasury.credit(dollars(200));
  return treasury;
}

async function recordingOf({ engine }: TestTreasury): Promise<unknown> {
  const head = await headOf(engine.storage, "acme");
  return (head?.account as { events?: unknown } | undefined)?.events;
}

describe("an event record", () => {
  it("is one closed document per commit, with an ordinal in the head", async () => {
    const treasury = await funded({ recorder: consuming });
    await Promise.all([treasury.propose(), treasury.propose(), treasury.propose()]);
    const { storage } = treasury.engine;
    const records = await recordsIn(storage, "acme");
    expect(records).toEqual([
      { ordinal: 1, id: expect.any(String), at: treasury.clock.now(), events: expect.any(Array) },
      { ordinal: 2, id: expect.any(String), at: treasury.clock.now(), events: expect.any(Array) },
    ]);
    expect(records.map(({ events }) => events.length)).toEqual([1, 3]);
    expect(await recordingOf(treasury)).toEqual({ newest: 2 });
    const keys = [eventRecordKey(2)];
    const [snapshot] = await storage.load([{ workspaceId: "acme", keys }]);
    expect(snapshot?.found).toMatchObject([
      { open: false, dueAt: null, ordinal: null, expiresAt: treasury.clock.now() + 7 * days },
    ]);
    expect(snapshot?.open.map(({ kind }) => kind)).not.toContain(eventKind);
  });

  it("has ids, but no texts and amounts", async () => {
    const treasury = await funded({ recorder: consuming });
    const { id } = await treasury.propose({ vendor: "Mallory & Co", purpose: "a secret" });
    await treasury.approve(id);
    const text = JSON.stringify(await recordsIn(treasury.engine.storage, "acme"));
    expect(text).toContain(id);
    expect(text).not.toMatch(/mallory|secret|amount|"Ada"|12000000/i);
  });

  it("names each event by its commit and position", async () => {
    const treasury = await funded({ recorder: consuming });
    await treasury.propose({ amount: dollars(5) });
    const records = await recordsIn(treasury.engine.storage, "acme");
    const ids = records.flatMap((record) =>
      record.events.map((_, index) => eventIdOf(record, index)),
    );
    expect(new Set(ids).size).toBe(4);
    expect(ids[3]).toBe(`evt_${records[1]?.id}_2`);
  });

  it("keeps counting after a reset", async () => {
    const treasury = await funded({ recorder: consuming });
    await treasury.propose();
    await treasury.reset();
    await treasury.propose();
    const records = await recordsIn(treasury.engine.storage, "acme");
    expect(records.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4]);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("is not written for a commit that the storage rejects", async () => {
    const storage = scriptedStorage(memoryStorage());
    const treasury = await funded({ recorder: consuming, storage });
    storage.judge = () => ({ kind: "rejected", cause: new Error("no") });
    expect(await outcomeOf(treasury.propose())).toBe("storage_error");
    storage.judge = () => null;
    await treasury.propose();
    const records = await recordsIn(storage, "acme");
    expect(records.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
  });

  it.each([
    ["its answer was lost", "lose_answer"],
    ["the commit was lost", "lose_commit"],
  ] as const)("is written once if %s", async (_when, kind) => {
    const storage = scriptedStorage(memoryStorage());
    const treasury = await funded({ recorder: consuming, storage });
    storage.faults.push({ kind });
    await treasury.propose();
    expect((await eventsIn(storage, "acme")).map(kindOf)).toEqual(["credited", "proposalCreated"]);
  });

  it("takes the next ordinal if another process committed first", async () => {
    const storage = scriptedStorage(memoryStorage());
    const treasury = await funded({ recorder: consuming, storage });
    const other = testTreasury({ recorder: silent, storage });
    storage.faults.push({ kind: "after", first: () => other.credit(dollars(1)) });
    await treasury.propose();
    const records = await recordsIn(storage, "acme");
    expect(records.map(({ ordinal, events }) => [ordinal, events.map(kindOf)])).toEqual([
      [1, ["credited"]],
      [2, ["credited"]],
      [3, ["proposalCreated"]],
    ]);
  });
});

describe("recording", () => {
  it("does not begin without a consumer", async () => {
    const treasury = await funded({ recorder: silent });
    await treasury.propose();
    expect(await eventsIn(treasury.engine.storage, "acme")).toEqual([]);
    expect(await recordingOf(treasury)).toBeUndefined();
  });

  it("begins with the first commit of a process with a consumer, and all processes take part", async () => {
    const treasury = await funded({ recorder: silent });
    const { storage } = treasury.engine;
    const consumer = testTreasury({ recorder: consuming, storage });
    const { id } = await consumer.propose();
    await treasury.approve(id);
    const kinds = (await eventsIn(storage, "acme")).map(kindOf);
    expect(kinds).toEqual(["proposalCreated", "approve by person", "proposalExecuted"]);
  });

  it("begins with a commit without events", async () => {
    const treasury = testTreasury({ recorder: consuming });
    await treasury.setLimits({ dailySpendCap: dollars(20) });
    expect(await recordingOf(treasury)).toEqual({ newest: 0 });
    await treasury.credit(dollars(1));
    expect(await recordingOf(treasury)).toEqual({ newest: 1 });
  });

  it("covers no internal workspace, except the freeze of the deployment", async () => {
    const treasury = testTreasury({ recorder: consuming });
    const { committer, storage } = treasury.engine;
    const by = { id: null, name: "Ada", verified: true, agentId: null };
    const scope = { scope: "deployment", target: null, named: null, reason: null } as const;
    for (const workspaceId of ["~other", deploymentWorkspaceId]) {
      await committer.run(workspaceId, freezeScope({ ...scope, id: "f".repeat(32), by }));
    }
    expect(await eventsIn(storage, "~other")).toEqual([]);
    expect((await headOf(storage, "~other"))?.account).not.toHaveProperty("events");
    expect(await eventsIn(storage, deploymentWorkspaceId)).toEqual([
      { kind: "frozen", scope: "deployment", freezeId: "f".repeat(32) },
    ]);
  });

  it("reports a commit's events and ordinal to the listener", async () => {
    const changes: [number | null, number][] = [];
    const treasury = await funded({
      recorder: consuming,
      committed: ({ recorded, events }) => changes.push([recorded, events.length]),
    });
    await treasury.propose({ amount: dollars(5) });
    await treasury.setLimits({ dailySpendCap: dollars(20) });
    expect(changes).toEqual([
      [1, 1],
      [2, 3],
      [null, 0],
    ]);
  });

  it("also reports events that are not recorded, if the listener needs them", async () => {
    const changes: [number | null, number][] = [];
    const treasury = await funded({
      recorder: testRecorder({ hasConsumers: () => false, reports: true }),
      committed: ({ recorded, events }) => changes.push([recorded, events.length]),
    });
    expect(changes).toEqual([[null, 1]]);
    expect(await eventsIn(treasury.engine.storage, "acme")).toEqual([]);
  });
});
