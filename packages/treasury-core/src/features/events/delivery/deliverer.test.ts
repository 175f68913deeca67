import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { append, dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { fund, namesOf, testConsumer, testProcess } from "./delivery-world.fixture.ts";

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;
const day = 24 * hour;

describe("deliveries", () => {
  it("have every event of a commit in order, with what it refers to", async () => {
    const consumer = testConsumer();
    const { treasury, deliverer } = testProcess(consumer);
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose({ amount: dollars(5) });
    await deliverer.settled();
    expect(namesOf(consumer.received)).toEqual([
      "credited",
      `proposalCreated ${id}`,
      `proposalDecided ${id}`,
      `proposalExecuted ${id}`,
    ]);
    const at = new Date(treasury.clock.now()).toISOString();
    const common = { workspaceId: "acme", at };
    expect(consumer.received.map(({ event }) => event)).toMatchObject([
      { ...common, entry: { amountUsd: 200 } },
      { ...common, proposal: { status: "executed" } },
      { ...common, decision: "approve", by: "policy" },
      { ...common, proposal: { amountUsd: 5 } },
    ]);
    const ids = consumer.received.map(({ event }) => event.id);
    expect(ids[1]).toMatch(/^evt_[\da-f]{32}_0$/);
    expect(new Set(ids).size).toBe(4);
  });

  it("are repeated with growing delays while they fail", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    await fund(process, consumer);
    const attempts: number[] = [];
    consumer.answer = ({ attempt }) => {
      attempts.push(attempt);
      throw new Error("The receiver is down.");
    };
    await process.treasury.credit(dollars(1));
    await process.deliverer.settled();
    const startedAt = process.treasury.clock.now();
    const times: number[] = [];
    for (let waited = 0; waited < 3 * hour; waited += second) {
      const before = attempts.length;
      await process.later(second);
      if (attempts.length > before) times.push(process.treasury.clock.now() - startedAt);
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const delays = times.map((time, index) => (time - (times[index - 1] ?? 0)) / minute);
    const expected = [5 / 60, 0.5, 2, 10, 30, 60, 60];
    for (const [index, delay] of delays.entries()) {
      expect(delay / (expected[index] ?? 0)).toBeGreaterThan(0.9);
      expect(delay / (expected[index] ?? 0)).toBeLessThan(1.25);
    }
    consumer.answer = () => {};
    await process.later(1.1 * hour);
    expect(consumer.received).toHaveLength(1);
    expect(process.reported).toEqual([]);
  });

  it("of one proposal wait for the failed one, and others do not", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    const { treasury, deliverer } = process;
    await fund(process, consumer);
    consumer.answer = ({ event }) => {
      if ("proposal" in event && event.proposal.id === "first") throw new Error("No.");
    };
    await treasury.propose({ id: "first" });
    await treasury.propose({ id: "second" });
    await treasury.approve("first");
    await treasury.deny("second");
    await deliverer.settled();
    expect(namesOf(consumer.received)).toEqual([
      "proposalCreated second",
      "proposalDecided second",
    ]);
    const [state] = await process.deliveries.list("acme");
    expect(state?.parked).toMatchObject([
      { kind: "proposalCreated", attempts: 1, failure: "No." },
      { kind: "proposalDecided", attempts: 0 },
      { kind: "proposalExecuted", attempts: 0 },
    ]);
    consumer.received.length = 0;
    consumer.answer = () => {};
    await process.later(minute);
    expect(namesOf(consumer.received)).toEqual([
      "proposalCreated first",
      "proposalDecided first",
      "proposalExecuted first",
    ]);
    expect(consumer.received[0]?.attempt).toBe(2);
    expect((await process.deliveries.list("acme"))[0]).toMatchObject({ waiting: 0, parked: [] });
  });

  it("stop at 100 failed events, and continue after them", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    await fund(process, consumer);
    let calls = 0;
    consumer.answer = () => {
      calls += 1;
      throw new Error("Down.");
    };
    for (let credit = 0; credit < 150; credit += 1) await process.treasury.credit(dollars(1));
    await process.deliverer.settled();
    expect(calls).toBe(100);
    expect((await process.deliveries.list("acme"))[0]).toMatchObject({
      waiting: 50,
      isStopped: true,
    });
    consumer.answer = () => {};
    await process.later(minute);
    expect(consumer.received).toHaveLength(150);
    const entries = consumer.received.map(({ event }) => "entry" in event && event.entry.sequence);
    expect(new Set(entries).size).toBe(150);
  });

  it("fail when they exceed their time, and are then aborted", async () => {
    const consumer = testConsumer({ timeoutMs: 10 * second });
    const process = testProcess(consumer);
    await fund(process, consumer);
    const signals: AbortSignal[] = [];
    consumer.answer = ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    await process.treasury.credit(dollars(1));
    while (signals.length === 0) await Promise.resolve();
    process.treasury.clock.advance(10 * second);
    await process.deliverer.settled();
    expect(signals[0]?.aborted).toBe(true);
    const [state] = await process.deliveries.list("acme");
    expect(state).toMatchObject({ waiting: 0, parked: [{ failure: "It timed out." }] });
    expect(state?.recent.at(-1)).toMatchObject({ succeeded: false, milliseconds: 10_000 });
  });

  it("are given up at an age, stay listed, and can be replayed", async () => {
    const consumer = testConsumer({ giveUpAfterMs: 3 * day });
    const process = testProcess(consumer);
    await fund(process, consumer);
    consumer.answer = () => {
      throw new Error("Gone.");
    };
    const { id } = await process.treasury.propose();
    for (let waited = 0; waited < 4 * day; waited += hour) await process.later(hour);
    await process.treasury.approve(id);
    await process.deliverer.settled();
    const [state] = await process.deliveries.list("acme");
    expect(state?.parked).toMatchObject([
      { kind: "proposalCreated", nextAttemptAt: null },
      // Those behind it are attempted.
      { kind: "proposalDecided", attempts: 1 },
      { kind: "proposalExecuted", attempts: 0 },
    ]);
    consumer.answer = () => {};
    await process.deliveries.replay("acme", "", state?.parked[0]?.eventId ?? "");
    await process.deliverer.settled();
    expect(namesOf(consumer.received)).toEqual([`proposalCreated ${id}`]);
    await process.deliveries.replay("acme", "", null);
    await process.deliverer.settled();
    expect(namesOf(consumer.received).slice(1)).toEqual([
      `proposalDecided ${id}`,
      `proposalExecuted ${id}`,
    ]);
  });

  it("wait as long as the receiver asks", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    await fund(process, consumer);
    let calls = 0;
    consumer.answer = () => {
      calls += 1;
      const headers = { "retry-after": "600" };
      throw new TreasuryError("service_busy", "Later.", { headers });
    };
    await process.treasury.credit(dollars(1));
    await process.deliverer.settled();
    await process.later(9 * minute);
    expect(calls).toBe(1);
    await process.later(2 * minute);
    expect(calls).toBe(2);
  });
});

describe("events that their process did not deliver", () => {
  it("are found by other processes, in any number of workspaces", async () => {
    const consumer = testConsumer();
    const process = testProcess(consumer);
    const { clock, engine } = process.treasury;
    const killed = testProcess(consumer, { storage: engine.storage, clock, isKilled: true });
    await killed.treasury.credit(dollars(200));
    await killed.treasury.propose({ id: "first" });
    for (let place = 0; place < 450; place += 1) {
      await killed.treasury.engine.committer.run(`workspace-${place}`, append());
    }
    expect(consumer.received).toEqual([]);
    for (let pass = 0; pass < 3; pass += 1) await process.later(30 * second);
    expect(namesOf(consumer.received).filter((name) => name.endsWith("first"))).toHaveLength(1);
    expect(new Set(consumer.received.map(({ event }) => event.workspaceId)).size).toBe(451);
    expect(consumer.received).toHaveLength(452);
  });
});
