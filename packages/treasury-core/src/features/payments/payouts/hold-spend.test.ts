import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import {
  type TestTreasury,
  type TestTreasuryOptions,
  ada,
  outcomeOf,
  testTreasury,
} from "../../../create/test-treasury.fixture.ts";
import { judgeSpend, spendOf } from "../../../kernel/judgement/judge-spend.ts";
import type { ProposalStep } from "../../../kernel/judgement/payout.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { command, dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { type SpendProposal, proposalKey } from "../../../kernel/proposals/proposal.ts";
import { holdPayout, releaseHold } from "./hold-spend.ts";
import { recordCaptures } from "./record-captures.ts";

const day = 86_400_000;
const terms = { executor: "scripted", mode: "sandbox", lease: "first", leaseMs: 60_000 } as const;

interface HoldingTreasury extends TestTreasury {
  /** Proposes, approves and holds an amount, as for an external payment. */
  hold(amount: Micros, autoApproved?: boolean): Promise<SpendProposal>;
  /** Approves and holds a pending proposal. */
  holdProposal(proposalId: string, autoApproved?: boolean): Promise<SpendProposal>;
  settle(proposalId: string, captured: Micros): Promise<SpendProposal>;
  release(proposalId: string): Promise<SpendProposal>;
}

type Step = (ledger: LedgerState, proposal: SpendProposal, now: number) => ProposalStep;

function holdingTreasury(options: TestTreasuryOptions = {}): HoldingTreasury {
  const treasury = testTreasury(options);
  const { policy, identifiers } = treasury.engine;
  const take = (proposalId: string, step: Step): Promise<SpendProposal> => {
    const key = proposalKey(proposalId);
    const advance = command<SpendProposal>(
      (ledger, now) => {
        const { proposal, changes } = step(ledger, proposalFromDoc(ledger.doc(key)!), now);
        return { kind: "changed", answer: proposal, changes };
      },
      [key],
    );
    return treasury.run(advance);
  };
  const holdProposal = (proposalId: string, autoApproved = false): Promise<SpendProposal> =>
    take(proposalId, (ledger, proposal, now) => {
      const approved = { ...proposal, status: "approved", autoApproved, decidedAt: now } as const;
      const rail = terms.executor;
      const context = { ledger, policy, now };
      const judgement = judgeSpend(context, spendOf(approved), rail, "execution");
      return holdPayout.begin(context, approved, judgement, { hold: terms, salt: "" });
    });
  return {
    ...treasury,
    holdProposal,
    hold: async (amount, autoApproved) => {
      // The screening rules require approval of gift cards of any price.
      const { id } = await treasury.propose({ amount, purpose: "a gift card" });
      return holdProposal(id, autoApproved);
    },
    settle: (proposalId, captured) =>
      take(proposalId, (ledger, held, now) =>
        recordCaptures({ ledger, policy, now }, held, {
          captures: [{ id: `paid ${proposalId}`, amount: captured }],
          reference: `payment of ${proposalId}`,
          salt: identifiers.random(),
        }),
      ),
    release: (proposalId) =>
      take(proposalId, (ledger, held, now) =>
        releaseHold({ ledger, policy, now }, held, "The vendor declined."),
      ),
  };
}

async function funded(options: TestTreasuryOptions = {}): Promise<HoldingTreasury> {
  const treasury = holdingTreasury(options);
  await treasury.credit(dollars(200));
  return treasury;
}

describe("a hold", () => {
  it("reserves an amount without spending it, and stays approved", async () => {
    const treasury = await funded();
    const held = await treasury.hold(dollars(40));
    expect(held).toMatchObject({ status: "approved", executedAt: null, failure: null });
    expect(await treasury.state()).toMatchObject({
      balanceUsd: 200,
      heldUsd: 40,
      availableUsd: 140,
      expenseUsd: 0,
      spentTodayUsd: 0,
      pendingCount: 0,
    });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("is due for recovery at its time", async () => {
    const treasury = await funded();
    const { id } = await treasury.hold(dollars(40));
    const { storage } = treasury.engine;
    const now = treasury.clock.now();
    expect(await storage.due(now + 59_999, null, 10, ["proposal"])).toEqual([]);
    expect(
      (await storage.due(now + 60_000, null, 10, ["proposal"])).map(({ doc }) => doc.id),
    ).toEqual([id]);
    await treasury.settle(id, dollars(40));
    expect(await storage.due(now + day, null, 10, ["proposal"])).toEqual([]);
  });

  it("counts against the daily cap, which it may reach exactly", async () => {
    const treasury = await funded();
    await treasury.hold(dollars(50));
    await treasury.hold(dollars(30));
    const { id } = await treasury.propose({ amount: Micros.of(20_000_001n) });
    expect(await treasury.approve(id)).toMatchObject({ status: "failed" });
    expect(await treasury.hold(dollars(21))).toMatchObject({ status: "failed" });
    expect(await treasury.hold(dollars(20))).toMatchObject({ status: "approved" });
    expect((await treasury.state()).heldUsd).toBe(100);
  });

  it("counts against the reserve, which it may reach exactly", async () => {
    const treasury = holdingTreasury({ limits: { dailySpendCap: dollars(1_000) } });
    await treasury.credit(dollars(100));
    await treasury.hold(dollars(50));
    expect(await treasury.hold(Micros.of(30_000_001n))).toMatchObject({ status: "failed" });
    expect(await treasury.hold(dollars(30))).toMatchObject({ status: "approved" });
    const { id } = await treasury.propose({ amount: Micros.of(10_000_000n) });
    expect(await treasury.approve(id)).toMatchObject({ status: "failed" });
    expect(await treasury.state()).toMatchObject({ balanceUsd: 100, availableUsd: 0 });
  });

  it("respects the current limit of one spend", async () => {
    const treasury = await funded();
    await treasury.setLimits({ maxSpendPerAction: dollars(60) });
    const [first, second] = [
      await treasury.propose({ amount: dollars(60) }),
      await treasury.propose({ amount: dollars(40) }),
    ];
    await treasury.setLimits({});
    expect(await treasury.holdProposal(first.id)).toMatchObject({ status: "failed" });
    expect(await treasury.holdProposal(second.id)).toMatchObject({ status: "approved" });
    expect((await treasury.state()).heldUsd).toBe(40);
  });

  it("counts on every day until it is settled, and then on that day", async () => {
    const treasury = await funded();
    const { id } = await treasury.hold(dollars(50));
    treasury.clock.advance(day);
    expect(await treasury.state()).toMatchObject({ heldUsd: 50, spentTodayUsd: 0 });
    expect(await treasury.hold(dollars(50))).toMatchObject({ status: "approved" });
    expect(await treasury.hold(dollars(1))).toMatchObject({ status: "failed" });
    treasury.clock.advance(day);
    expect(await treasury.settle(id, dollars(50))).toMatchObject({ status: "executed" });
    expect(await treasury.state()).toMatchObject({ heldUsd: 50, spentTodayUsd: 50 });
    const { id: next } = await treasury.propose({ amount: dollars(12) });
    expect(await treasury.approve(next)).toMatchObject({ status: "failed" });
    treasury.clock.advance(day);
    expect(await treasury.state()).toMatchObject({ heldUsd: 50, spentTodayUsd: 0 });
  });

  it("that was auto-approved counts against the daily limit, even after midnight", async () => {
    const treasury = await funded();
    await treasury.hold(dollars(9), true);
    await treasury.hold(dollars(9), true);
    await treasury.hold(dollars(9), false);
    treasury.clock.advance(day);
    expect(await treasury.propose({ amount: dollars(9) })).toMatchObject({ autoApproved: true });
    expect(await treasury.propose({ amount: dollars(9) })).toMatchObject({ status: "pending" });
    expect(await treasury.propose({ amount: dollars(3) })).toMatchObject({ autoApproved: true });
  });

  it("cannot be decided again, and blocks a reset", async () => {
    const treasury = await funded();
    const held = await treasury.hold(dollars(40));
    expect(await treasury.approve(held.id)).toEqual(held);
    expect(await outcomeOf(treasury.deny(held.id))).toBe("already_decided");
    expect(await outcomeOf(treasury.reset())).toBe("funds_held");
    await treasury.release(held.id);
    expect(await outcomeOf(treasury.reset(ada))).toBeNull();
  });

  it("that was removed by an edit is detected by verification", async () => {
    const treasury = await funded();
    await treasury.hold(dollars(40));
    const { storage } = treasury.engine;
    const [snapshot] = await storage.load([{ workspaceId: "acme", keys: [] }]);
    const head = snapshot!.head!;
    const account = { ...(head.account as object), held: "0" };
    const next = { ...head, version: head.version + 1n, account };
    const expectedVersion = head.version;
    const edit = { id: "edit", workspaceId: "acme", expectedVersion, next };
    await storage.commit([{ ...edit, entries: [], put: [], create: [], claim: [] }]);
    expect(await treasury.verify()).toMatchObject({
      valid: false,
      problem:
        "The amount held in the head does not match the sum of the approved spends in flight.",
    });
  });
});

describe("settling", () => {
  it("replaces the hold by the captured expense, up to the held amount", async () => {
    const treasury = await funded();
    const { id } = await treasury.hold(dollars(40));
    expect(await treasury.settle(id, dollars(35))).toMatchObject({
      status: "executed",
      amount: dollars(40),
      captured: dollars(35),
      reference: `payment of ${id}`,
      attention: null,
    });
    expect(await treasury.state()).toMatchObject({
      balanceUsd: 165,
      heldUsd: 0,
      expenseUsd: 35,
      spentTodayUsd: 35,
    });
    expect((await treasury.verify()).valid).toBe(true);
  });

  it("records a capture above the held amount, because the money is already spent", async () => {
    const treasury = holdingTreasury();
    await treasury.credit(dollars(70));
    const { id } = await treasury.hold(dollars(50));
    expect(await treasury.settle(id, dollars(120))).toMatchObject({
      status: "executed",
      captured: dollars(120),
      attention: "$120.00 was captured, $70.00 more than was approved.",
    });
    expect(await treasury.state()).toMatchObject({
      balanceUsd: -50,
      heldUsd: 0,
      spentTodayUsd: 120,
      availableUsd: 0,
    });
    // A negative balance blocks all spending, even without a reserve.
    await treasury.setLimits({ minReserve: dollars(0), dailySpendCap: dollars(1_000) });
    const next = await treasury.propose({ amount: Micros.of(1n), purpose: "a gift card" });
    expect(await treasury.approve(next.id)).toMatchObject({ status: "failed" });
  });

  it("does not change other holds", async () => {
    const treasury = await funded();
    const first = await treasury.hold(dollars(20));
    await treasury.hold(dollars(25));
    await treasury.settle(first.id, dollars(20));
    expect(await treasury.state()).toMatchObject({ heldUsd: 25, spentTodayUsd: 20 });
  });
});

describe("releasing", () => {
  it("returns the amount, and the spend fails", async () => {
    const treasury = await funded();
    const { id } = await treasury.hold(dollars(50));
    expect(await treasury.release(id)).toMatchObject({
      status: "failed",
      failure: "The vendor declined.",
      executedAt: null,
    });
    expect(await treasury.state()).toMatchObject({ balanceUsd: 200, heldUsd: 0, expenseUsd: 0 });
    expect(await treasury.hold(dollars(50))).toMatchObject({ status: "approved" });
    expect(await treasury.hold(dollars(50))).toMatchObject({ status: "approved" });
  });
});
