import { describe, expect, it } from "vitest";
import { scriptedStorage } from "../ledger/commit/scripted-storage.fixture.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../memory.ts";
import { testTreasury } from "../treasury/test-treasury.fixture.ts";
import { HookDispatcher } from "./hook-dispatcher.ts";
import type { TreasuryEvent } from "./treasury-hooks.ts";
import type { TreasuryHooks } from "./treasury-hooks.ts";

/** Returns a treasury with 200 USD and these hooks, and the reported errors. */
async function treasuryWithHooks(hooks: TreasuryHooks, storage = scriptedStorage(memoryStorage())) {
  const reported: unknown[] = [];
  const dispatcher = new HookDispatcher(hooks, null, (error) => reported.push(error));
  const treasury = testTreasury({ storage, committed: dispatcher.committed });
  await treasury.credit(dollars(200));
  await dispatcher.settled();
  return { treasury, dispatcher, storage, reported };
}

const unclear = { kind: "answer", outcome: { kind: "unclear", cause: new Error("lost") } } as const;

describe("hooks", () => {
  it("are called by kind, and `event` is called for every kind", async () => {
    const called: string[] = [];
    const { treasury, dispatcher } = await treasuryWithHooks({
      credited: ({ entry }) => void called.push(`${entry.amountUsd} USD`),
      proposalExecuted: ({ proposal }) => void called.push(proposal.status),
      event: ({ kind }) => void called.push(kind),
    });
    await treasury.propose({ amount: dollars(5) });
    await dispatcher.settled();
    expect(called).toEqual([
      "200 USD",
      "credited",
      "proposalCreated",
      "proposalDecided",
      "executed",
      "proposalExecuted",
    ]);
  });

  it("can read the change from the storage", async () => {
    const found: unknown[] = [];
    const storage = scriptedStorage(memoryStorage());
    const { treasury, dispatcher } = await treasuryWithHooks(
      {
        proposalCreated: async ({ workspaceId, proposal }) => {
          const keys = [{ kind: "proposal", id: proposal.id }];
          const [snapshot] = await storage.load([{ workspaceId, keys }]);
          found.push(snapshot?.found[0]?.id);
        },
      },
      storage,
    );
    const { id } = await treasury.propose();
    await dispatcher.settled();
    expect(found).toEqual([id]);
  });

  it("are not called before the commit is complete", async () => {
    const called: string[] = [];
    const { treasury, dispatcher, storage } = await treasuryWithHooks({
      event: ({ kind }) => void called.push(kind),
    });
    called.length = 0;
    const before: string[][] = [];
    const first = async () => {
      await dispatcher.settled();
      before.push([...called]);
    };
    storage.faults.push({ kind: "after", first });
    await treasury.propose();
    await dispatcher.settled();
    expect(before).toEqual([[]]);
    expect(called).toEqual(["proposalCreated"]);
  });

  it.each([
    ["the storage rejects it", [], 0],
    ["its response was lost, and it is retried", [{ kind: "lose_answer" }], 1],
    ["the commit was lost, and is retried", [unclear, unclear], 1],
    [
      "another process committed first, and it is retried",
      [{ kind: "answer", outcome: { kind: "conflict" } }],
      1,
    ],
  ] as const)(
    "are called once for a commit and never otherwise: %s",
    async (_when, faults, times) => {
      const called: TreasuryEvent[] = [];
      const { treasury, dispatcher, storage } = await treasuryWithHooks({
        event: (event) => void called.push(event),
      });
      called.length = 0;
      storage.faults.push(...faults);
      if (times === 0) storage.judge = () => ({ kind: "rejected", cause: new Error("no") });
      await treasury.propose().catch(() => undefined);
      await dispatcher.settled();
      expect(called).toHaveLength(times);
    },
  );

  it("do not fail the operation, and their errors are reported", async () => {
    const { treasury, dispatcher, reported } = await treasuryWithHooks({
      proposalCreated: () => {
        throw new Error("thrown");
      },
      event: ({ kind }) =>
        kind === "proposalCreated" ? Promise.reject(new Error("rejected")) : undefined,
    });
    expect((await treasury.propose()).status).toBe("pending");
    await dispatcher.settled();
    expect(reported.map(String)).toEqual(["Error: thrown", "Error: rejected"]);
  });

  it("do not delay the operation", async () => {
    const { treasury, reported } = await treasuryWithHooks({
      proposalCreated: () => new Promise(() => {}),
    });
    const { id } = await treasury.propose();
    expect((await treasury.approve(id)).status).toBe("executed");
    expect(reported).toEqual([]);
  });

  it("are limited to 1,000 concurrent calls, and dropped events are reported once", async () => {
    const release: (() => void)[] = [];
    const reported: unknown[] = [];
    const hooks: TreasuryHooks = {
      workspaceReset: () => new Promise((resolve) => release.push(resolve)),
    };
    const dispatcher = new HookDispatcher(hooks, null, (error) => reported.push(error));
    const at = { workspaceId: "acme", at: 0, epochBefore: 1, epoch: 2 };
    const change = { ...at, entries: [], docs: [], events: [], recorded: null };
    for (let count = 0; count < 1_005; count += 1) dispatcher.committed(change);
    await Promise.resolve();
    expect(release).toHaveLength(1_000);
    expect(reported).toMatchObject([{ message: expect.stringContaining("1000 calls of hooks") }]);
    for (const each of release.splice(0)) each();
    await dispatcher.settled();
    dispatcher.committed(change);
    await Promise.resolve();
    expect(release).toHaveLength(1);
    expect(reported).toHaveLength(1);
  });
});
