import type { Proposal } from "@agent-treasury/contract";
import { type PaymentExecutor, type SpendOutcome, systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { scriptedStorage } from "../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { judgeThat } from "../screening/test-judges.fixture.ts";
import { type StandingWorld, standingWorld, two } from "./standing-world.fixture.ts";

/** An executor whose payments have the given outcomes, and afterwards are in progress. */
function executorWith(outcomes: SpendOutcome[]): PaymentExecutor {
  return {
    specificationVersion: "1",
    provider: "scripted",
    keyLifetimeMs: 86_400_000,
    mode: () => "sandbox",
    pay: async () => outcomes.shift() ?? { kind: "in_progress", reference: null },
    find: async () => ({ kind: "in_progress", reference: null }),
  };
}

function paidElsewhere(...outcomes: SpendOutcome[]): StandingWorld {
  return standingWorld({ executors: { executor: executorWith(outcomes) } });
}

async function resolve(
  { treasury }: StandingWorld,
  { id: proposalId }: Proposal,
  outcome: "paid" | "not_paid",
  capturedUsd?: number,
): Promise<Proposal> {
  const captured = capturedUsd === undefined ? {} : { capturedUsd };
  return treasury.resolveSpend({ proposalId, outcome, operator: "Ada", ...captured });
}

describe("a payment outside the ledger", () => {
  it("counts while it is on hold, so that another one cannot take its place", async () => {
    const world = paidElsewhere();
    const { id } = await world.stand({ count: 1, windowMaximumUsd: 30, per: "month" });
    const held = await world.spend();
    expect(held).toMatchObject({ status: "approved", operator: "Ada" });
    expect(await world.shown(id)).toMatchObject({ status: "used_up", usedCount: 1, usedUsd: 24 });
    expect((await world.spend()).status).toBe("pending");
  });

  it("counts the captured amount once it is settled", async () => {
    const world = paidElsewhere();
    const { id } = await world.stand({ windowMaximumUsd: 30, per: "month" });
    await resolve(world, await world.spend(), "paid", 20);
    expect(await world.shown(id)).toMatchObject({ usedCount: 1, usedUsd: 20, leftUsd: 10 });
    expect((await world.spend({ amountUsd: 11 })).status).toBe("pending");
    expect((await world.spend({ amountUsd: 10 })).status).toBe("approved");
  });

  it("can be replaced by another one once it is released", async () => {
    const world = paidElsewhere({ kind: "declined", reason: "No." });
    const { id } = await world.stand({ count: 1 });
    expect((await world.spend()).status).toBe("failed");
    expect(await world.shown(id)).toMatchObject({ status: "active", usedCount: 0, usedUsd: 0 });
    const held = await world.spend();
    expect(await world.shown(id)).toMatchObject({ status: "used_up" });
    await resolve(world, held, "not_paid");
    expect((await world.spend()).status).toBe("approved");
  });

  it("that is released does not renew a standing approval that is not listed any more", async () => {
    const world = paidElsewhere();
    const { id } = await world.stand({ count: 1 });
    const held = await world.spend();
    expect(await world.shown(id)).toMatchObject({ status: "used_up" });
    for (let other = 0; other < 102; other += 1) {
      const { id: standingApprovalId } = await world.stand({ vendor: `Vendor ${other}` });
      await world.treasury.standingApprovals.revoke({ standingApprovalId });
    }
    await world.stand({ vendor: "Last" });
    expect(await world.shown(id)).toBeUndefined();
    await resolve(world, held, "not_paid");
    expect((await world.spend()).status).toBe("pending");
  });

  it("is settled after the standing approval was revoked, and after a reset", async () => {
    const world = paidElsewhere();
    const { id } = await world.stand();
    const [first, second] = [await world.spend(), await world.spend()];
    await world.treasury.standingApprovals.revoke({ standingApprovalId: id });
    await resolve(world, first, "paid");
    expect(await world.shown(id)).toMatchObject({ status: "revoked", usedCount: 2, usedUsd: 48 });
    await resolve(world, second, "not_paid");
    expect(await world.shown(id)).toMatchObject({ usedCount: 1, usedUsd: 24 });
    await world.treasury.reset({ operator: "Ada" });
    expect(await world.shown(id)).toBeUndefined();
  });
});

describe("two processes", () => {
  it("with one use left approve one spend", async () => {
    for (let run = 0; run < 20; run += 1) {
      const clock = testClock();
      const storage = memoryStorage({ now: clock.now });
      const processes = [0, 1].map(() => standingWorld({ clock, storage }));
      const [first, second] = processes as [StandingWorld, StandingWorld];
      const { id } = await first.stand({ count: 2 });
      await first.spend();
      const purposes = ["one", "two"] as const;
      const spends = await Promise.all([
        first.spend({ purpose: purposes[0] }),
        second.spend({ purpose: purposes[1] }),
      ]);
      const statuses = spends.map(({ status }) => status).toSorted();
      expect(statuses).toEqual(["executed", "pending"]);
      expect(await second.shown(id)).toMatchObject({ usedCount: 2 });
    }
  });

  it("see a revocation of the other one at once", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const [first, second] = [0, 1].map(() => standingWorld({ clock, storage })) as [
      StandingWorld,
      StandingWorld,
    ];
    const { id } = await first.stand();
    expect((await second.spend({ purpose: "before" })).status).toBe("executed");
    await first.treasury.standingApprovals.revoke({ standingApprovalId: id });
    expect((await second.spend({ purpose: "after" })).status).toBe("pending");
  });

  it("approve one spend of two with one use left, also as the second approver", async () => {
    const world = standingWorld();
    await world.stand({ count: 1 });
    await world.publish(two);
    const spends = [await world.spend(), await world.spend()];
    const decided = await Promise.all(spends.map((spend) => world.approve(spend, "Ben")));
    expect(decided.map(({ status }) => status).toSorted()).toEqual(["executed", "pending"]);
  });
});

describe("the judge", () => {
  it("is asked before a standing approval pays, and its finding needs a person", async () => {
    const verdicts = ["safe", "review"];
    const judge = judgeThat(async () => ({ verdict: verdicts.shift(), reason: "Odd." }));
    // The test clock ends every wait at once.
    const clock = { ...testClock(), sleep: systemClock.sleep };
    const screening = { judge, judgeAsks: "automatic" } as const;
    const world = standingWorld({ clock, screening });
    expect((await world.spend()).status).toBe("pending");
    expect(judge.asked).toHaveLength(0);
    await world.stand();
    expect((await world.spend()).status).toBe("executed");
    expect(await world.spend()).toMatchObject({ status: "pending", verdict: "review" });
    expect(judge.asked).toHaveLength(2);
    await world.spend({ vendor: "Porkbun" });
    await world.spend({ amountUsd: 31 });
    expect(judge.asked).toHaveLength(2);
  });
});

describe("the storage calls of a spend", () => {
  it("include no further document unless a standing approval is in effect", async () => {
    const clock = testClock();
    const storage = scriptedStorage(memoryStorage({ now: clock.now }));
    const world = standingWorld({ clock, storage });
    const calls = async (work: () => Promise<unknown>) => {
      const [loads, commits] = [storage.loads.length, storage.commits.length];
      await work();
      const kinds = storage.commits
        .slice(commits)
        .flatMap(({ put }) => put)
        .map(({ kind }) => kind);
      return { loads: storage.loads.length - loads, kinds };
    };
    await world.spend();
    const before = await calls(() => world.spend({ amountUsd: 5 }));
    const { id } = await world.stand();
    expect(await calls(() => world.spend())).toMatchObject({
      kinds: expect.arrayContaining(["standing_approvals"]),
    });
    const warm = await calls(() => world.spend());
    expect(warm.loads).toBe(before.loads);
    await world.treasury.standingApprovals.revoke({ standingApprovalId: id });
    expect(await calls(() => world.spend({ amountUsd: 5 }))).toEqual(before);
  });
});

describe("the records of a standing approval", () => {
  it("are in the ledger entry of each spend, by id and author", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const world = standingWorld({ clock, storage });
    const { id } = await world.stand();
    await world.spend();
    const { entries } = await contentsOf(storage, "demo");
    expect(JSON.stringify(entries.at(-1)?.body)).toContain(
      JSON.stringify(JSON.stringify(["Ada", "Ada", { from: ["standing", id] }])),
    );
  });

  it("lose their persons in an erasure once it ended, and not before", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const world = standingWorld({ clock, storage });
    const { id } = await world.stand({}, "Grace Hopper");
    clock.advance(1);
    const stored = async () => {
      const { docs } = await contentsOf(storage, "demo");
      return JSON.stringify(docs.map(({ body }) => body));
    };
    expect(await world.treasury.eraseText({ workspaceId: "demo" })).toMatchObject({ kept: 1 });
    expect((await world.spend()).status).toBe("executed");
    const revocation = { standingApprovalId: id, operator: "Grace Hopper" };
    await world.treasury.standingApprovals.revoke(revocation);
    await world.treasury.eraseText({ workspaceId: "demo" });
    expect(await stored()).not.toMatch(/grace|namecheap/iu);
    expect(await world.treasury.verify()).toMatchObject({ valid: true });
    expect(await world.shown(id)).toMatchObject({ status: "revoked", usedCount: 1 });
  });

  it("survive a restart of the process", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const first = standingWorld({ clock, storage });
    const standing = await first.stand({ windowMaximumUsd: 50, per: { rollingHours: 48 } });
    await first.spend({ purpose: "before" });
    const second = standingWorld({ clock, storage });
    expect(await second.shown(standing.id)).toEqual({
      ...standing,
      usedCount: 1,
      usedUsd: 24,
      leftUsd: 26,
    });
  });
});

describe("a replay of rules", () => {
  it("treats its approvals as past approvals of its authors", async () => {
    const world = standingWorld();
    await world.stand();
    await world.spend();
    const replay = async (...rules: readonly (typeof two)[]) => {
      const report = await world.treasury.rules.replay({ rules: { version: 1, rules } });
      return report.changes.map(({ before, after }) => [before, after]);
    };
    expect(await replay()).toEqual([]);
    expect(await replay({ ...two, then: { requireApprovals: { count: 1 } } })).toEqual([]);
    expect(await replay(two)).toEqual([["approved", "waits"]]);
    await world.treasury.eraseText({ workspaceId: "demo" });
    expect(await replay()).toEqual([]);
    expect(await replay(two)).toEqual([["approved", "waits"]]);
  });
});
