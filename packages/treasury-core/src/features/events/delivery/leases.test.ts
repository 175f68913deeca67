import { describe, expect, it } from "vitest";
import { scriptedStorage } from "../../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { cursorFromDoc } from "./cursor-doc.ts";
import { cursorWorkspaceId } from "./cursor-workspace.ts";
import { cursorKey } from "./cursor.ts";
import {
  deliveryClock,
  fund,
  namesOf,
  type TestConsumer,
  testConsumer,
  testProcess,
} from "./delivery-world.fixture.ts";

const minute = 60_000;
const days = 86_400_000;

/** Pauses deliveries of a consumer, like a stopped process. */
function pause(consumer: TestConsumer): { isReached: boolean; resume: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const paused = { isReached: false, resume: resolve };
  consumer.answer = () => {
    paused.isReached = true;
    return promise;
  };
  return paused;
}

async function reached(paused: { readonly isReached: boolean }): Promise<void> {
  while (!paused.isReached) await Promise.resolve();
}

describe("a process that was stopped beyond its lease and continues", () => {
  it("may repeat an event, but neither moves the cursor back nor skips an event", async () => {
    const clock = deliveryClock();
    // The stopped process's timers do not run.
    const stoppedClock = { ...clock, sleep: () => new Promise<void>(() => {}) };
    const storage = scriptedStorage(memoryStorage({ now: clock.now }));
    const [slow, fast] = [testConsumer(), testConsumer()];
    const stopped = testProcess(slow, { storage, clock: stoppedClock });
    const other = testProcess(fast, { storage, clock });
    await fund(stopped, slow);

    const paused = pause(slow);
    await stopped.treasury.credit(dollars(1));
    await reached(paused);
    for (let credit = 0; credit < 3; credit += 1) await other.treasury.credit(dollars(2));
    expect(fast.received).toEqual([]);
    await other.later(2 * minute);
    expect(namesOf(fast.received)).toEqual(["credited", "credited", "credited", "credited"]);

    const positions: number[] = [];
    storage.judge = (commit) => {
      const key = cursorKey({ workspaceId: "acme", target: "" });
      const doc = commit.put.find(({ id }) => id === key.id);
      const cursor = doc === undefined ? null : cursorFromDoc(doc);
      if (commit.workspaceId === cursorWorkspaceId(storage, "test", "acme") && cursor !== null) {
        positions.push(cursor.ordinal);
      }
      return null;
    };
    paused.resume();
    await stopped.deliverer.settled();
    // Its own event arrives a second time, with the same id.
    expect(slow.received.map(({ event }) => event.id)).toEqual([fast.received[0]?.event.id]);
    await other.treasury.credit(dollars(3));
    await other.deliverer.settled();
    expect(fast.received).toHaveLength(5);
    expect(positions.toSorted((left, right) => left - right)).toEqual(positions);
    expect(positions.at(-1)).toBe(6);
  });
});

describe("a lease", () => {
  it("lets one process deliver at a time", async () => {
    const clock = deliveryClock();
    const storage = memoryStorage({ now: clock.now });
    const [first, second] = [testConsumer(), testConsumer()];
    const holder = testProcess(first, { storage, clock });
    const other = testProcess(second, { storage, clock });
    await fund(holder, first);
    const paused = pause(first);
    await holder.treasury.credit(dollars(1));
    await reached(paused);
    await other.treasury.credit(dollars(2));
    await other.deliverer.settled();
    await other.later(1_000);
    expect(second.received).toEqual([]);
    paused.resume();
    await holder.deliverer.settled();
    await other.later(1_000);
    const received = [...first.received, ...second.received];
    expect(received.map(({ event }) => "entry" in event && event.entry.amountUsd)).toEqual([1, 2]);
  });
});

describe("a long delivery", () => {
  it("keeps its lease, and no other process begins", async () => {
    const clock = deliveryClock();
    const storage = memoryStorage({ now: clock.now });
    const [first, second] = [testConsumer({ timeoutMs: 2 * minute }), testConsumer()];
    const holder = testProcess(first, { storage, clock });
    const other = testProcess(second, { storage, clock });
    await fund(holder, first);
    const paused = pause(first);
    await holder.treasury.credit(dollars(1));
    await reached(paused);
    for (let waited = 0; waited < 100; waited += 1) await other.later(1_000);
    expect(second.received).toEqual([]);
    paused.resume();
    await holder.deliverer.settled();
    expect(first.received).toHaveLength(1);
  });

  it("is repeated 15 seconds after its process crashed", async () => {
    const clock = deliveryClock();
    // The timers of the crashed process do not run.
    const crashedClock = { ...clock, sleep: () => new Promise<void>(() => {}) };
    const storage = memoryStorage({ now: clock.now });
    const [first, second] = [testConsumer({ timeoutMs: 2 * minute }), testConsumer()];
    const crashed = testProcess(first, { storage, clock: crashedClock });
    await fund(crashed, first);
    const paused = pause(first);
    await crashed.treasury.credit(dollars(1));
    await reached(paused);
    const other = testProcess(second, { storage, clock });
    await other.later(14_000);
    expect(second.received).toEqual([]);
    await other.later(1_000);
    expect(namesOf(second.received)).toEqual(["credited"]);
  });

  it("is aborted before another process begins if the lease cannot be renewed", async () => {
    const clock = deliveryClock();
    const inner = memoryStorage({ now: clock.now });
    const broken = scriptedStorage(inner);
    const first = testConsumer({ timeoutMs: 2 * minute });
    const holder = testProcess(first, { storage: broken, clock });
    await fund(holder, first);
    const signals: AbortSignal[] = [];
    first.answer = ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    await holder.treasury.credit(dollars(1));
    while (signals.length === 0) await Promise.resolve();
    broken.commit = () => Promise.reject(new Error("The network is down."));
    const [signal] = signals;
    const second = testConsumer();
    second.answer = () => expect(signal?.aborted).toBe(true);
    const other = testProcess(second, { storage: inner, clock });
    for (let waited = 0; waited < 15; waited += 1) await other.later(1_000);
    expect(signal?.aborted).toBe(true);
    await other.later(1_000);
    expect(second.received).toHaveLength(1);
  });
});

describe("a close", () => {
  it("waits for running deliveries", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    await fund(process, consumer);
    const paused = pause(consumer);
    await process.treasury.credit(dollars(1));
    await reached(paused);
    const closing = process.deliverer.close();
    paused.resume();
    await closing;
    expect(consumer.received).toHaveLength(1);
  });

  it("aborts them after 5 seconds, and another process repeats them at once", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    await fund(process, consumer);
    const paused = pause(consumer);
    await process.treasury.credit(dollars(1));
    await process.treasury.credit(dollars(2));
    await reached(paused);
    const closing = process.deliverer.close();
    process.treasury.clock.advance(5_000);
    await closing;
    expect(consumer.received).toEqual([]);
    const { clock, engine } = process.treasury;
    const [state] = await process.deliveries.list("acme");
    expect(state).toMatchObject({ waiting: 2, parked: [] });
    const next = testConsumer();
    await testProcess(next, { clock, storage: engine.storage }).later(1);
    expect(next.received.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });
});

describe("a close during maintenance", () => {
  it("ends it, without a failure", async () => {
    const consumer = testConsumer({ targets: () => new Promise(() => {}) });
    const process = testProcess(consumer, { isKilled: true });
    await process.treasury.credit(dollars(1));
    const maintained = process.deliverer.maintain();
    const closing = process.deliverer.close();
    process.treasury.clock.advance(5_000);
    await closing;
    await expect(maintained).resolves.toBeUndefined();
    expect(process.reported).toEqual([]);
  });

  it("repeats the report of a gap in the next process", async () => {
    const consumer = testConsumer({ missed: () => new Promise(() => {}) });
    const process = testProcess(consumer, { isKilled: true });
    const { clock, engine } = process.treasury;
    await process.treasury.credit(dollars(1));
    clock.advance(8 * days);
    await engine.storage.purge(clock.now(), 1_000);
    await process.deliverer.maintain();
    const closing = process.deliverer.close();
    await new Promise((resolve) => setTimeout(resolve));
    clock.advance(5_000);
    await closing;
    expect(process.reported).toEqual([]);
    const next = testConsumer();
    await testProcess(next, { clock, storage: engine.storage }).later(minute);
    expect(next.gaps).toMatchObject([{ commits: 1 }]);
  });
});

describe("events that expired before their delivery", () => {
  it("are a gap, which is reported once to the consumer", async () => {
    const consumer = testConsumer();
    const killed = testProcess(consumer, { isKilled: true });
    const { clock, engine } = killed.treasury;
    for (let credit = 0; credit < 120; credit += 1) await killed.treasury.credit(dollars(1));
    clock.advance(8 * days);
    await killed.treasury.credit(dollars(2));
    const until = new Date(clock.now()).toISOString();
    await engine.storage.purge(clock.now(), 1_000);
    const process = testProcess(consumer, { clock, storage: engine.storage });
    await process.later(minute);
    await process.later(minute);
    const gaps = consumer.gaps.map(({ commits }) => commits);
    expect(gaps.reduce((sum, commits) => sum + commits, 0)).toBe(120);
    expect(consumer.gaps.at(-1)).toMatchObject({ workspaceId: "acme", from: null, until });
    expect(namesOf(consumer.received)).toEqual(["credited"]);
    expect((await process.deliveries.list("acme"))[0]).toMatchObject({ missed: 120, waiting: 0 });
  });

  it("are counted also if they were parked", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    await fund(process, consumer);
    const { clock, engine } = process.treasury;
    consumer.answer = () => {
      throw new Error("Down.");
    };
    const from = new Date(clock.now()).toISOString();
    const { id } = await process.treasury.propose();
    await process.treasury.approve(id);
    await process.deliverer.settled();
    clock.advance(8 * days);
    await engine.storage.purge(clock.now(), 1_000);
    await process.later(minute);
    expect(consumer.gaps).toEqual([{ workspaceId: "acme", commits: 2, from, until: null }]);
    expect((await process.deliveries.list("acme"))[0]).toMatchObject({ missed: 2, parked: [] });
  });
});
