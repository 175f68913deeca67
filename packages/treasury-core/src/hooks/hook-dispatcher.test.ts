import { describe, expect, it } from "vitest";
import { scriptedStorage } from "../ledger/commit/scripted-storage.fixture.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../memory.ts";
import { testTreasury } from "../treasury/test-treasury.fixture.ts";
import { HookDispatcher } from "./hook-dispatcher.ts";
import type { TreasuryEvent } from "./treasury-hooks.ts";
import type { TreasuryHooks } from "./treasury-hooks.ts";

/** A treasury with 200 USD whose hooks are these, and what was reported. */
async function hooked(hooks: TreasuryHooks, storage = scriptedStorage(memoryStorage())) {
  const reported: unknown[] = [];
  const desk = new HookDispatcher(hooks, null, (error) => reported.push(error));
  const treasury = testTreasury({ storage, committed: desk.committed });
  await treasury.credit(dollars(200));
  await desk.settled();
  return { treasury, desk, storage, reported };
}

const unclear = { kind: "answer", outcome: { kind: "unclear", cause: new Error("lost") } } as const;

describe("hooks", () => {
  it("are told by kind, and of everything by `event`", async () => {
    const told: string[] = [];
    const { treasury, desk } = await hooked({
      credited: ({ entry }) => void told.push(`${entry.amountUsd} USD`),
      proposalExecuted: ({ proposal }) => void told.push(proposal.status),
      event: ({ kind }) => void told.push(kind),
    });
    await treasury.propose({ amount: dollars(5) });
    await desk.settled();
    expect(told).toEqual([
      "200 USD",
      "credited",
      "proposalCreated",
      "proposalDecided",
      "executed",
      "proposalExecuted",
    ]);
  });

  it("find in the storage what they are told of", async () => {
    const found: unknown[] = [];
    const storage = scriptedStorage(memoryStorage());
    const { treasury, desk } = await hooked(
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
    await desk.settled();
    expect(found).toEqual([id]);
  });

  it("are told nothing while the commit is under way", async () => {
    const told: string[] = [];
    const { treasury, desk, storage } = await hooked({ event: ({ kind }) => void told.push(kind) });
    told.length = 0;
    const before: string[][] = [];
    const first = async () => {
      await desk.settled();
      before.push([...told]);
    };
    storage.faults.push({ kind: "after", first });
    await treasury.propose();
    await desk.settled();
    expect(before).toEqual([[]]);
    expect(told).toEqual(["proposalCreated"]);
  });

  it.each([
    ["the storage refuses it", [], 0],
    ["its answer was lost, and it is sent again", [{ kind: "lose_answer" }], 1],
    ["it was lost itself, and is sent again", [unclear, unclear], 1],
    [
      "another process was first, and it runs again",
      [{ kind: "answer", outcome: { kind: "conflict" } }],
      1,
    ],
  ] as const)(
    "are told once of what was committed, and else never: %s",
    async (_when, faults, times) => {
      const told: TreasuryEvent[] = [];
      const { treasury, desk, storage } = await hooked({ event: (event) => void told.push(event) });
      told.length = 0;
      storage.faults.push(...faults);
      if (times === 0) storage.judge = () => ({ kind: "rejected", cause: new Error("no") });
      await treasury.propose().catch(() => undefined);
      await desk.settled();
      expect(told).toHaveLength(times);
    },
  );

  it("do not fail what they are told of, and their failures are reported", async () => {
    const { treasury, desk, reported } = await hooked({
      proposalCreated: () => {
        throw new Error("thrown");
      },
      event: ({ kind }) =>
        kind === "proposalCreated" ? Promise.reject(new Error("rejected")) : undefined,
    });
    expect((await treasury.propose()).status).toBe("pending");
    await desk.settled();
    expect(reported.map(String)).toEqual(["Error: thrown", "Error: rejected"]);
  });

  it("do not hold up what they are told of, however long they take", async () => {
    const { treasury, reported } = await hooked({
      proposalCreated: () => new Promise(() => {}),
    });
    const { id } = await treasury.propose();
    expect((await treasury.approve(id)).status).toBe("executed");
    expect(reported).toEqual([]);
  });

  it("are not told of more than a thousand things at once, which is reported once", async () => {
    const release: (() => void)[] = [];
    const reported: unknown[] = [];
    const hooks: TreasuryHooks = {
      workspaceReset: () => new Promise((resolve) => release.push(resolve)),
    };
    const desk = new HookDispatcher(hooks, null, (error) => reported.push(error));
    const change = { workspaceId: "acme", at: 0, epochBefore: 1, epoch: 2, entries: [], docs: [] };
    for (let count = 0; count < 1_005; count += 1) desk.committed(change);
    await Promise.resolve();
    expect(release).toHaveLength(1_000);
    expect(reported).toMatchObject([{ message: expect.stringContaining("1000 calls of hooks") }]);
    for (const each of release.splice(0)) each();
    await desk.settled();
    desk.committed(change);
    await Promise.resolve();
    expect(release).toHaveLength(1);
    expect(reported).toHaveLength(1);
  });
});
