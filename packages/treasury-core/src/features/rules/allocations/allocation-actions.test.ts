import type { AllocationRequest } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../create/test-treasury.fixture.ts";
import { type Treasury, createTreasury } from "../../../index.ts";
import { testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { publishedBy } from "../published-by.fixture.ts";

const team: AllocationRequest = {
  id: "team",
  name: "The team",
  limitUsd: 40,
  per: "month",
  endsAt: "2099-01-01T00:00:00Z",
};

async function withTeam(clock = testClock()): Promise<Treasury> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    clock,
    recoverySeconds: false,
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: clock.now }),
    budget: { startingCapitalUsd: 1_000 },
    authenticate: () => null,
  });
  await treasury.allocations.set({ ...team, operator: "Ada" });
  clock.advance(1);
  await treasury.allocations.set({ id: "ads", parent: "team", limitUsd: 25, operator: "Ada" });
  return treasury;
}

async function requireTwo(treasury: Treasury): Promise<void> {
  const rules = [{ id: "two", then: { requireApprovals: { count: 2 } } }];
  await publishedBy(treasury, { rules: { version: 1, rules } }, ["Ada", "Ben"]);
}

async function shown(treasury: Treasury, id: string) {
  const { allocations } = await treasury.allocations.list();
  return allocations.find((one) => one.id === id);
}

describe("allocations", () => {
  it("are listed with what they and those below them used, hold and have left", async () => {
    const treasury = await withTeam();
    const { proposal } = await treasury.propose({
      amountUsd: 9,
      vendor: "Acme",
      purpose: "ads",
      allocationId: "ads",
    });
    expect(proposal).toMatchObject({ status: "executed", allocationId: "ads", rules: null });
    expect((await treasury.allocations.list()).allocations).toEqual([
      {
        id: "team",
        name: "The team",
        parent: null,
        limitUsd: 40,
        per: "month",
        endsAt: "2099-01-01T00:00:00.000Z",
        archived: false,
        usedUsd: 9,
        heldUsd: 0,
        leftUsd: 31,
      },
      {
        id: "ads",
        name: "ads",
        parent: "team",
        limitUsd: 25,
        per: null,
        endsAt: null,
        archived: false,
        usedUsd: 9,
        heldUsd: 0,
        leftUsd: 16,
      },
    ]);
  });

  it.each<[string, Partial<AllocationRequest>]>([
    ["a higher limit", { limitUsd: 41 }],
    ["no limit", { limitUsd: null }],
    ["another window, which begins without usage", { per: "day" }],
    ["a limit in total instead of a window", { per: null, limitUsd: 39 }],
    ["a later end", { endsAt: "2099-01-02T00:00:00Z" }],
    ["no end", { endsAt: null }],
    ["another parent", { parent: "ads-2" }],
  ])("need two persons for %s under a rule of two", async (_title, change) => {
    const treasury = await withTeam();
    await treasury.allocations.set({ id: "ads-2" });
    await requireTwo(treasury);
    const before = await shown(treasury, "team");
    const set = { id: "team", ...change, operator: "Ada" };
    const { action } = await treasury.allocations.set(set);
    expect(action).toMatchObject({ status: "pending", type: "set_allocation" });
    expect(action.details["allocation"]).toMatchObject({ id: "team" });
    expect(await shown(treasury, "team")).toEqual(before);
    const decision = { actionId: action.id, decision: "approve", operator: "Ben" } as const;
    expect((await treasury.actions.decide(decision)).action.status).toBe("done");
    expect(await shown(treasury, "team")).not.toEqual(before);
  });

  it("need one person to be created, lowered, renamed, ended earlier or archived", async () => {
    const treasury = await withTeam();
    await requireTwo(treasury);
    const changes: readonly AllocationRequest[] = [
      { id: "new", parent: "team", limitUsd: 1_000 },
      { id: "team", limitUsd: 5 },
      { id: "team", name: "Team" },
      { id: "team", endsAt: "2098-01-01T00:00:00Z" },
      { id: "new", endsAt: "2098-01-01T00:00:00Z" },
    ];
    for (const change of changes) {
      const { action } = await treasury.allocations.set({ ...change, operator: "Ada" });
      expect(action).toMatchObject({ status: "done", startedBy: "Ada" });
    }
    const { action } = await treasury.allocations.archive({ allocationId: "ads", operator: "Ada" });
    expect(action).toMatchObject({ status: "done", details: { allocationId: "ads" } });
    expect(await shown(treasury, "ads")).toMatchObject({ archived: true, usedUsd: null });
    const spend = { amountUsd: 2, vendor: "Acme", purpose: "ads", allocationId: "ads" };
    expect((await treasury.propose(spend)).proposal.status).toBe("denied");
  });

  it("stop new spends when they are lowered below what is used", async () => {
    const treasury = await withTeam();
    const spend = { amountUsd: 9, vendor: "Acme", purpose: "ads", allocationId: "ads" };
    await treasury.propose(spend);
    await treasury.allocations.set({ id: "team", limitUsd: 5 });
    expect(await shown(treasury, "team")).toMatchObject({ usedUsd: 9, leftUsd: 0 });
    const { proposal } = await treasury.propose({ ...spend, purpose: "more" });
    const decision = { proposalId: proposal.id, decision: "approve" } as const;
    expect((await treasury.decide(decision)).status).toBe("failed");
  });

  it("are rejected if the tree would not be valid", async () => {
    const treasury = await withTeam();
    const set = (request: AllocationRequest) => outcomeOf(treasury.allocations.set(request));
    expect(await set({ id: "Team" })).toBe("invalid_request");
    expect(await set({ id: "x", parent: "y" })).toBe("invalid_request");
    expect(await set({ id: "team", parent: "ads" })).toBe("invalid_request");
    expect(await set({ id: "x", per: "day" })).toBe("invalid_request");
    expect(await set({ id: "x", limitUsd: -1 })).toBe("invalid_request");
    expect(await set({ id: "x", endsAt: "tomorrow" })).toBe("invalid_request");
    const archive = (allocationId: string) =>
      outcomeOf(treasury.allocations.archive({ allocationId }));
    expect(await archive("x")).toBe("allocation_not_found");
    expect(await archive("team")).toBe("invalid_request");
    await treasury.allocations.archive({ allocationId: "ads" });
    expect(await set({ id: "ads", limitUsd: 1 })).toBe("invalid_request");
  });

  it("and every change of them are recorded with the person", async () => {
    const clock = testClock();
    const treasury = await withTeam(clock);
    clock.advance(1);
    await treasury.allocations.set({ id: "team", limitUsd: 5, operator: "Ben" });
    expect((await treasury.actions.list()).actions).toMatchObject([
      { startedBy: "Ben", details: { allocation: { id: "team", limitUsd: 5, per: "month" } } },
      { startedBy: "Ada", details: { allocation: { id: "ads", per: null } } },
      { startedBy: "Ada", details: { allocation: { id: "team", limitUsd: 40 } } },
    ]);
  });
});
