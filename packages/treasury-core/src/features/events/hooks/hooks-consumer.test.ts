import type { TreasuryEvent } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { type Treasury, createTreasury, type TreasuryHooks } from "../../../index.ts";
import {
  type Fault,
  scriptedStorage,
} from "../../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { testProcess } from "../delivery/delivery-world.fixture.ts";
import { hooksConsumer } from "./hooks-consumer.ts";

const spend = { vendor: "Acme", purpose: "servers" };

/** Returns a treasury with these hooks, and the reported errors. */
function treasuryWithHooks(hooks: TreasuryHooks) {
  const reported: unknown[] = [];
  const storage = scriptedStorage(memoryStorage());
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    hooks,
    onFailure: ({ error }) => reported.push(error),
  });
  return { treasury, storage, reported };
}

async function propose(treasury: Treasury, amountUsd: number) {
  return (await treasury.propose({ amountUsd, ...spend })).proposal;
}

describe("hooks", () => {
  it("are called by kind, and `event` is called for every kind", async () => {
    const called: string[] = [];
    const { treasury } = treasuryWithHooks({
      proposalExecuted: ({ proposal }) => void called.push(proposal.status),
      event: ({ kind }) => void called.push(kind),
    });
    await propose(treasury, 5);
    await treasury.close();
    expect(called).toEqual(["proposalCreated", "proposalDecided", "executed", "proposalExecuted"]);
  });

  it("are called one after another, in the order of the commits", async () => {
    const order: string[] = [];
    const { treasury } = treasuryWithHooks({
      event: async ({ id }) => {
        order.push(`begin ${id}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        order.push(`end ${id}`);
      },
    });
    await propose(treasury, 5);
    await propose(treasury, 12);
    await treasury.close();
    const ids = order.filter((line) => line.startsWith("begin")).map((line) => line.slice(6));
    expect(ids).toHaveLength(4);
    expect(order).toEqual(ids.flatMap((id) => [`begin ${id}`, `end ${id}`]));
  });

  it("can read the change from the storage", async () => {
    const found: unknown[] = [];
    const { treasury, storage } = treasuryWithHooks({
      proposalCreated: async ({ workspaceId, proposal }) => {
        const keys = [{ kind: "proposal", id: proposal.id }];
        const [snapshot] = await storage.load([{ workspaceId, keys }]);
        found.push(snapshot?.found[0]?.id);
      },
    });
    const { id } = await propose(treasury, 12);
    await treasury.close();
    expect(found).toEqual([id]);
  });

  const unclear: Fault = {
    kind: "answer",
    outcome: { kind: "unclear", cause: new Error("lost") },
  };
  const faults: readonly [string, readonly Fault[]][] = [
    ["its response was lost", [{ kind: "lose_answer" }]],
    ["the commit was lost", [unclear, unclear]],
    ["another process committed first", [{ kind: "answer", outcome: { kind: "conflict" } }]],
  ];
  it.each(faults)("are called once for a commit that was retried: %s", async (_when, scripted) => {
    const called: TreasuryEvent[] = [];
    const { treasury, storage } = treasuryWithHooks({ event: (event) => void called.push(event) });
    storage.faults.push(...scripted);
    await propose(treasury, 12);
    await treasury.close();
    expect(called).toMatchObject([{ kind: "proposalCreated" }]);
  });

  it("are not called for a commit that the storage rejects", async () => {
    const called: TreasuryEvent[] = [];
    const { treasury, storage } = treasuryWithHooks({ event: (event) => void called.push(event) });
    storage.judge = () => ({ kind: "rejected", cause: new Error("no") });
    await expect(propose(treasury, 12)).rejects.toMatchObject({ code: "storage_error" });
    await treasury.close();
    expect(called).toEqual([]);
  });

  it("are called again after an error, with the same event, and the error is reported", async () => {
    const ids: string[] = [];
    const reported: unknown[] = [];
    const hooks: TreasuryHooks = {
      proposalCreated: ({ id }) => {
        ids.push(id);
        if (ids.length < 10) throw new Error(`thrown ${ids.length}`);
      },
    };
    const process = testProcess(hooksConsumer(hooks, (error) => reported.push(error)));
    expect((await process.treasury.propose()).status).toBe("pending");
    for (let waited = 0; waited < 10; waited += 1) await process.later(4_000_000);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(1);
    // At first, and from the seventh attempt on every hour.
    const expected = [1, 7, 8, 9].map((attempt) => `Error: thrown ${attempt}`);
    expect(reported.map(String)).toEqual(expected);
  });

  it("that miss events are reported", async () => {
    const reported: unknown[] = [];
    const consumer = hooksConsumer({ event: () => {} }, (error) => reported.push(error));
    const killed = testProcess(consumer, { isKilled: true });
    const { clock, engine } = killed.treasury;
    await killed.treasury.propose();
    clock.advance(10 * 86_400_000);
    await engine.storage.purge(clock.now(), 100);
    await testProcess(consumer, { clock, storage: engine.storage }).later(1);
    expect(reported).toMatchObject([{ message: expect.stringContaining("events of 1 commits") }]);
  });

  it("do not delay the operation", async () => {
    const called: string[] = [];
    const { treasury, reported } = treasuryWithHooks({
      proposalCreated: ({ id }) => {
        called.push(id);
        return new Promise(() => {});
      },
    });
    const { id: proposalId } = await propose(treasury, 12);
    while (called.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await treasury.decide({ proposalId, decision: "approve" })).status).toBe("executed");
    expect(reported).toEqual([]);
  });
});
