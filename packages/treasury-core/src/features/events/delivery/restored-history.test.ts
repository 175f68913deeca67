import type { Commit, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { changesOn } from "../../../kernel/ledger/command.ts";
import { scriptedStorage } from "../../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { cursorFromDoc, cursorToDoc } from "./cursor-doc.ts";
import { cursorWorkspaceId } from "./cursor-workspace.ts";
import { type Cursor, cursorKey } from "./cursor.ts";
import {
  deliveryClock,
  namesOf,
  type TestConsumer,
  testConsumer,
  type TestProcess,
  testProcess,
} from "./delivery-world.fixture.ts";

const minute = 60_000;
const days = 86_400_000;

interface Timeline {
  readonly consumer: TestConsumer;
  readonly process: TestProcess;
  /** Commits of the workspace so far. */
  commits(): number;
  /** A process after the workspace was restored to a number of commits. Cursors remain. */
  restored(commits: number, isKilled?: boolean): Promise<TestProcess>;
}

function timeline(consumer: TestConsumer = testConsumer()): Timeline {
  const clock = deliveryClock();
  const storage = scriptedStorage(memoryStorage({ now: clock.now }));
  const process = testProcess(consumer, { clock, storage });
  const ofWorkspace = (): readonly Commit[] =>
    storage.commits.filter(({ workspaceId }) => workspaceId === "acme");
  return {
    consumer,
    process,
    commits: () => ofWorkspace().length,
    restored: async (commits, isKilled = false) => {
      const backup = memoryStorage({ now: clock.now });
      const others = storage.commits.filter(({ workspaceId }) => workspaceId !== "acme");
      await applyAll(backup, [...ofWorkspace().slice(0, commits), ...others]);
      consumer.received.length = 0;
      return testProcess(consumer, { clock, storage: backup, isKilled });
    },
  };
}

async function applyAll(storage: Storage, commits: readonly Commit[]): Promise<void> {
  for (const commit of commits) {
    const [outcome] = await storage.commit([commit]);
    expect(outcome?.kind).toBe("committed");
  }
}

/** Credits amounts, each in a commit of its own, and delivers the events. */
async function credit(process: TestProcess, ...amounts: readonly number[]): Promise<void> {
  for (const amount of amounts) await process.treasury.credit(dollars(amount));
  await process.deliverer.settled();
}

function amountsOf({ received }: TestConsumer): readonly unknown[] {
  return received.map(({ event }) => "entry" in event && event.entry.amountUsd);
}

async function changeCursor(
  { treasury }: TestProcess,
  change: (cursor: Cursor) => Cursor,
): Promise<void> {
  const key = cursorKey({ workspaceId: "acme", target: "" });
  const { committer, storage } = treasury.engine;
  await committer.run(cursorWorkspaceId(storage, "test", "acme"), {
    name: "test",
    reads: [key],
    reduce: (ledger) => {
      const doc = ledger.doc(key);
      const cursor = doc && cursorFromDoc(doc);
      if (!cursor) throw new Error("There is no cursor.");
      const put = [cursorToDoc(change(cursor), 1, null)];
      return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
    },
  });
}

describe("a workspace restored from a backup", () => {
  it("delivers each new event, although the cursor was further", async () => {
    const { process, consumer, commits, restored } = timeline();
    await credit(process, 1, 2);
    const backup = commits();
    await credit(process, 3, 4, 5);
    const after = await restored(backup);
    await credit(after, 6);
    await after.later(minute);
    expect(amountsOf(consumer)).toEqual([6]);
    await credit(after, 7);
    expect(amountsOf(consumer)).toEqual([6, 7]);
    const [state] = await after.deliveries.list("acme");
    expect(state).toMatchObject({ waiting: 0, missed: 0, parked: [] });
  });

  it("delivers them also if the new history has as many events", async () => {
    const { process, consumer, commits, restored } = timeline();
    await credit(process, 1, 2);
    const backup = commits();
    await credit(process, 3, 4, 5);
    const after = await restored(backup, true);
    await credit(after, 6, 7, 8);
    expect(amountsOf(consumer)).toEqual([]);
    await after.later(minute);
    expect(amountsOf(consumer)).toEqual([6, 7, 8]);
  });

  it("delivers them also if the new history has more events", async () => {
    const { process, consumer, commits, restored } = timeline();
    await credit(process, 1, 2);
    const backup = commits();
    await credit(process, 3, 4);
    const after = await restored(backup, true);
    await credit(after, 5, 6, 7, 8);
    await after.later(minute);
    expect(amountsOf(consumer)).toEqual([5, 6, 7, 8]);
  });

  it("delivers all events of a record whose predecessor was delivered in part", async () => {
    const { process, consumer, commits, restored } = timeline();
    await credit(process, 200);
    const backup = commits();
    await process.treasury.propose({ id: "old" });
    await process.deliverer.settled();
    // As if the process had saved its progress after the first event.
    await changeCursor(process, (cursor) => ({ ...cursor, ordinal: 1, index: 1 }));
    const after = await restored(backup, true);
    await after.treasury.propose({ id: "new", amount: dollars(5) });
    await after.later(minute);
    expect(namesOf(consumer.received)[0]).toBe("proposalCreated new");
  });

  it("begins at the last event that both histories have, as far as it is known", async () => {
    const { process, consumer, commits, restored } = timeline();
    for (let amount = 1; amount <= 40; amount += 1) await credit(process, amount);
    const backup = commits();
    for (let amount = 41; amount <= 80; amount += 1) await credit(process, amount);
    const after = await restored(backup);
    await credit(after, 100);
    await after.later(minute);
    const [first] = amountsOf(consumer);
    // 32 is marked. Later ones that both have are repeated, with the same ids.
    expect(first).toBe(33);
    expect(consumer.received).toHaveLength(9);
  });

  it("reports events that expired before they could be delivered", async () => {
    const { process, consumer, commits, restored } = timeline();
    await credit(process, 1, 2);
    const backup = commits();
    await credit(process, 3, 4, 5);
    const after = await restored(backup, true);
    const { clock, engine } = after.treasury;
    await credit(after, 6, 7);
    clock.advance(8 * days);
    await credit(after, 8, 9, 10);
    await engine.storage.purge(clock.now(), 1_000);
    await after.later(minute);
    expect(amountsOf(consumer)).toEqual([8, 9, 10]);
    const missed = consumer.gaps.reduce((sum, gap) => sum + gap.commits, 0);
    expect((await after.deliveries.list("acme"))[0]).toMatchObject({ missed, waiting: 0 });
    expect(missed).toBe(4);
  });

  it("delivers each new event also if the cursor had passed expired ones", async () => {
    const { process, consumer, commits, restored } = timeline();
    await credit(process, 1, 2);
    const backup = commits();
    const { clock, engine } = process.treasury;
    const killed = testProcess(consumer, { clock, storage: engine.storage, isKilled: true });
    await credit(killed, 3, 4);
    clock.advance(8 * days);
    await engine.storage.purge(clock.now(), 1_000);
    await process.later(minute);
    expect(consumer.gaps).toMatchObject([{ commits: 2 }]);
    const after = await restored(backup, true);
    await credit(after, 5, 6, 7);
    await after.later(minute);
    expect(amountsOf(consumer)).toEqual([5, 6, 7]);
  });

  it("delivers its events again if the cursor is of an earlier version", async () => {
    const { process, consumer, restored, commits } = timeline();
    await credit(process, 1);
    await changeCursor(process, ({ marks: _marks, ...cursor }) => ({ ...cursor, ordinal: 9 }));
    const after = await restored(commits());
    await credit(after, 2);
    await after.later(minute);
    expect(amountsOf(consumer)).toEqual([1, 2]);
  });
});

it("a cursor of an earlier version continues", async () => {
  const consumer = testConsumer();
  const process = testProcess(consumer);
  await credit(process, 1);
  await changeCursor(process, ({ marks: _marks, ...cursor }) => cursor);
  await process.later(minute);
  await credit(process, 2);
  await process.later(minute);
  expect(amountsOf(consumer)).toEqual([1, 2]);
});
