import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { outcomeOf, testTreasury } from "../../create/test-treasury.fixture.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { maximumPendingOfAgents, maximumPendingOfProposer } from "../proposals/proposal.ts";

const cent = Micros.of(10_000n);

describe("a proposal", () => {
  it("waits for approval and moves no money", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const proposal = await treasury.propose({ amount: dollars(12) });
    expect(proposal).toMatchObject({
      status: "pending",
      verdict: "safe",
      autoApproved: false,
      operator: null,
      decidedAt: null,
      executedAt: null,
      expiresAt: null,
      failure: null,
      reference: null,
    });
    expect(await treasury.state()).toMatchObject({
      balanceUsd: 200,
      expenseUsd: 0,
      spentTodayUsd: 0,
      pendingCount: 1,
    });
  });

  it("is the same for a repeated request, whatever its outcome", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const first = await treasury.propose({ id: "turn-1", amount: dollars(12) });
    expect(await treasury.propose({ id: "turn-1", amount: dollars(12) })).toEqual(first);
    const executed = await treasury.approve("turn-1");
    expect(await treasury.propose({ id: "turn-1", amount: dollars(12) })).toEqual(executed);
    expect(await treasury.state()).toMatchObject({ balanceUsd: 188, pendingCount: 0 });
  });

  it("is the same from another process, and days later", async () => {
    const one = testTreasury();
    await one.credit(dollars(200));
    const { storage } = one.engine;
    const other = testTreasury({ storage, clock: one.clock });
    await other.state();
    await other.propose({ id: "warm-up" });
    const both = await Promise.all(
      [one, other].map((treasury) => treasury.propose({ id: "turn-1", amount: dollars(3) })),
    );
    expect(both[0]).toEqual(both[1]);
    expect((await one.state()).expenseUsd).toBe(3);
    one.clock.advance(3 * 86_400_000);
    const again = await testTreasury({ storage, clock: one.clock }).propose({ id: "turn-1" });
    expect(again).toEqual(both[0]);
    expect((await one.state()).expenseUsd).toBe(3);
  });

  it("is the same even if a new one would be rejected", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const paid = await treasury.propose({ id: "turn-1", amount: dollars(3) });
    await Promise.all(Array.from({ length: maximumPendingOfProposer }, () => treasury.propose()));
    const { storage } = treasury.engine;
    const other = testTreasury({ storage, clock: treasury.clock, payment: null });
    for (const process of [treasury, other]) {
      expect(await process.propose({ id: "turn-1", amount: dollars(3) })).toEqual(paid);
    }
  });

  it("is created once for two requests in one group", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const asked = Array.from({ length: 20 }, () =>
      treasury.propose({ id: "turn-1", amount: dollars(3) }),
    );
    const proposals = await Promise.all(asked);
    expect(new Set(proposals.map(({ reference }) => reference)).size).toBe(1);
    expect(await treasury.state()).toMatchObject({ expenseUsd: 3, balanceUsd: 197 });
  });

  it("is numbered in the order of requests", async () => {
    const treasury = testTreasury();
    await Promise.all(["a", "b", "c"].map((id) => treasury.propose({ id })));
    const { proposals } = await treasury.state();
    expect(proposals.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  });
});

describe("screening", () => {
  it("blocks amounts above the limit of one spend, and records them as denied", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    expect(await treasury.propose({ amount: Micros.of(50_000_001n) })).toMatchObject({
      status: "denied",
      verdict: "blocked",
      operator: null,
      failure: "$50.000001 exceeds the limit of $50.00 for one spend.",
    });
    expect(await treasury.propose({ amount: dollars(50) })).toMatchObject({
      status: "pending",
      verdict: "safe",
    });
    expect(await treasury.state()).toMatchObject({ balanceUsd: 200, pendingCount: 1 });
  });

  it("requires approval above the daily cap or below the reserve, with the reason", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(60));
    expect(await treasury.propose({ amount: dollars(40) })).toMatchObject({ verdict: "safe" });
    const beyondReserve = await treasury.propose({ amount: Micros.of(40_000_001n) });
    expect(beyondReserve).toMatchObject({ status: "pending", verdict: "review" });
    expect(beyondReserve.reason).toContain("reserve of $20.00");
    await treasury.credit(dollars(1_000));
    for (const amount of [dollars(50), dollars(49)]) {
      await treasury.approve((await treasury.propose({ amount })).id);
    }
    expect(await treasury.propose({ amount: dollars(1), id: "fits" })).toMatchObject({
      verdict: "safe",
    });
    const beyondCap = await treasury.propose({ amount: dollars(1) });
    expect(beyondCap).toMatchObject({ status: "pending", verdict: "review" });
    expect(beyondCap.reason).toContain("daily cap of $100.00");
  });

  it("denies small blocked spends too, and prevents automatic approval of doubtful ones", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const blocked = await treasury.propose({ amount: cent, purpose: "a stolen credit card" });
    expect(blocked).toMatchObject({ status: "denied", verdict: "blocked" });
    expect(blocked.failure).toBe(blocked.reason);
    expect(await treasury.propose({ amount: cent, purpose: "a gift card" })).toMatchObject({
      status: "pending",
      verdict: "review",
    });
    expect((await treasury.state()).expenseUsd).toBe(0);
  });
});

describe("automatic approval", () => {
  it("executes amounts below the threshold immediately, and not those at it", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const below = await treasury.propose({ amount: Micros.of(9_999_999n) });
    expect(below).toMatchObject({
      status: "executed",
      autoApproved: true,
      operator: null,
      reference: "entry_1_2",
    });
    expect(below.decidedAt).toBe(below.executedAt);
    expect(await treasury.propose({ amount: dollars(10) })).toMatchObject({ status: "pending" });
    expect((await treasury.state()).expenseUsd).toBe(9.999999);
  });

  it("is disabled by a threshold of zero", async () => {
    const treasury = testTreasury({ limits: { autoApproveUnder: dollars(0) } });
    await treasury.credit(dollars(200));
    expect(await treasury.propose({ amount: Micros.of(1n) })).toMatchObject({ status: "pending" });
  });

  it("stops at the daily auto-approval limit of many small spends", async () => {
    const treasury = testTreasury({ limits: { dailySpendCap: dollars(10_000) } });
    await treasury.credit(dollars(1_000));
    const asked = Array.from({ length: 49 }, () =>
      treasury.propose({ amount: Micros.of(9_990_000n) }),
    );
    const proposals = await Promise.all(asked);
    expect(proposals.filter(({ status }) => status === "executed")).toHaveLength(3);
    expect(proposals.filter(({ status }) => status === "pending")).toHaveLength(46);
    expect((await treasury.state()).spentTodayUsd).toBe(29.97);
  });

  it("may reach the daily limit exactly, and uses the configured one", async () => {
    const treasury = testTreasury({ policy: { autoApproveDaily: dollars(12) } });
    await treasury.credit(dollars(200));
    for (const [amount, status] of [
      [dollars(9), "executed"],
      [Micros.of(3_000_001n), "pending"],
      [dollars(3), "executed"],
      [Micros.of(1n), "pending"],
    ] as const) {
      expect(await treasury.propose({ amount })).toMatchObject({ status });
    }
  });

  it("counts only its own approvals, and starts again the next day", async () => {
    const treasury = testTreasury({ limits: { dailySpendCap: dollars(10_000) } });
    await treasury.credit(dollars(1_000));
    await treasury.approve((await treasury.propose({ amount: dollars(50) })).id);
    const small = { amount: dollars(9) };
    const statuses: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await treasury.propose(small)).status);
    }
    expect(statuses).toEqual(["executed", "executed", "executed", "pending"]);
    treasury.clock.advance(86_400_000);
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
  });

  it("respects the reserve and the daily cap", async () => {
    const treasury = testTreasury({ limits: { dailySpendCap: dollars(10) } });
    await treasury.credit(dollars(25));
    expect(await treasury.propose({ amount: dollars(5) })).toMatchObject({ status: "executed" });
    expect(await treasury.propose({ amount: dollars(1) })).toMatchObject({
      status: "pending",
      verdict: "review",
    });
    await treasury.credit(dollars(25));
    expect(await treasury.propose({ amount: dollars(6) })).toMatchObject({
      status: "pending",
      verdict: "review",
    });
    expect(await treasury.propose({ amount: dollars(5) })).toMatchObject({ status: "executed" });
  });
});

const by = (id: string) => ({ agentId: "person", behind: { id, name: id } });

describe("the pending proposals", () => {
  it("are limited to 100 per proposer, beyond which proposals are rejected", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const waiting = await Promise.all(
      Array.from({ length: maximumPendingOfProposer }, (_, index) =>
        treasury.propose({ id: `p${index}` }),
      ),
    );
    expect(waiting.every(({ status }) => status === "pending")).toBe(true);
    expect(await outcomeOf(treasury.propose({ amount: dollars(12) }))).toBe("too_many_pending");
    expect(await treasury.propose({ amount: dollars(1) })).toMatchObject({ status: "executed" });
    expect(await treasury.propose({ amount: dollars(51) })).toMatchObject({ status: "denied" });
    expect(await treasury.propose({ id: "p7" })).toMatchObject({ id: "p7", status: "pending" });
    expect((await treasury.state()).pendingCount).toBe(100);
    await treasury.deny("p3");
    expect(await treasury.propose({ id: "one-more" })).toMatchObject({ status: "pending" });
  });

  it("of one proposer do not block others", async () => {
    const treasury = testTreasury();
    const flood = Array.from({ length: maximumPendingOfProposer + 1 }, async () =>
      outcomeOf(treasury.propose({ agentId: "rogue" })),
    );
    expect((await Promise.all(flood)).filter((each) => each === "too_many_pending")).toHaveLength(
      1,
    );
    expect(await treasury.propose()).toMatchObject({ status: "pending" });
    expect(await treasury.propose({ agentId: "other" })).toMatchObject({ status: "pending" });
    expect((await treasury.state()).pendingCount).toBe(maximumPendingOfProposer + 2);
  });

  it("of three agents leave room for other agents and for persons", async () => {
    const treasury = testTreasury();
    const flood = (proposer: object, count = maximumPendingOfProposer) =>
      Promise.all(
        Array.from({ length: count }, () => outcomeOf(treasury.propose({ ...proposer }))),
      );
    for (const agentId of ["a", "b", "c"]) await flood({ agentId });
    expect(await treasury.propose({ agentId: "d" })).toMatchObject({ status: "pending" });
    expect(await treasury.propose(by("ada"))).toMatchObject({ status: "pending" });
    await flood(by("ada"));
    expect(await outcomeOf(treasury.propose(by("ada")))).toBe("too_many_pending");
    expect(await treasury.propose(by("ben"))).toMatchObject({ status: "pending" });
    expect(await treasury.propose({ agentId: "e" })).toMatchObject({ status: "pending" });
  });

  it("are limited per workspace as well", async () => {
    const treasury = testTreasury();
    const flood = Array.from({ length: maximumPendingOfAgents }, async (_, index) =>
      treasury.propose({ agentId: `agent ${index}` }),
    );
    await Promise.all(flood);
    expect(await outcomeOf(treasury.propose({ agentId: "e" }))).toBe("too_many_pending");
    expect((await treasury.state()).proposals).toHaveLength(maximumPendingOfAgents);
  });

  it("expire automatically, which allows new ones", async () => {
    const treasury = testTreasury({ policy: { proposalLifetimeMs: 3_600_000 } });
    await Promise.all(Array.from({ length: maximumPendingOfProposer }, () => treasury.propose()));
    expect(await outcomeOf(treasury.propose())).toBe("too_many_pending");
    treasury.clock.advance(3_600_000);
    expect(await treasury.propose()).toMatchObject({ status: "pending" });
    expect((await treasury.state()).pendingCount).toBe(1);
  });
});
