import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { ada, guest, outcomeOf, testTreasury } from "../../create/test-treasury.fixture.ts";
import { entryFromBody } from "../ledger/chain.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { decideProposal } from "./decide-proposal.ts";

describe("an approval", () => {
  it("executes the spend and records the approver", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose({ amount: dollars(12) });
    treasury.clock.advance(5_000);
    const executed = await treasury.approve(id, ada);
    expect(executed).toMatchObject({
      status: "executed",
      operator: "Ada",
      operatorVerified: true,
      autoApproved: false,
      reference: "entry_1_2",
      failure: null,
    });
    expect(executed.decidedAt).toBe(treasury.clock.now());
    expect(executed.executedAt).toBe(treasury.clock.now());
    expect(await treasury.state()).toMatchObject({
      balanceUsd: 188,
      expenseUsd: 12,
      netProfitUsd: -12,
      spentTodayUsd: 12,
      pendingCount: 0,
    });
  });

  it("is part of the chain with its operator, vendor, amount and limits", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    await treasury.approve((await treasury.propose({ id: "p1" })).id, guest);
    const { entries } = await treasury.engine.storage.view(
      "acme",
      { kind: "proposal", before: null, limit: 0 },
      { order: "newest", beyond: null, limit: 1 },
    );
    const record = entryFromBody(entries[0]!.body);
    expect(record).toMatchObject({
      type: "expense",
      proposalId: "p1",
      description: { text: "Acme: servers" },
      decision: {
        operator: { text: "somebody" },
        operatorVerified: false,
        vendor: { text: "Acme" },
        amount: "12000000",
        limits: ["50000000", "10000000", "100000000", "20000000"],
      },
    });
    expect((await treasury.verify()).valid).toBe(true);
  });

  it("with a self-reported name is marked as unverified", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const proposal = await treasury.approve((await treasury.propose()).id, {
      name: null,
      verified: false,
      id: null,
      groups: [],
    });
    expect(proposal).toMatchObject({ operator: null, operatorVerified: false });
  });

  it.each([
    ["the limit of one spend", { maxSpendPerAction: dollars(11) }, "for one spend"],
    ["the daily cap", { dailySpendCap: dollars(11) }, "daily cap"],
    ["the reserve", { minReserve: Micros.of(188_000_001n) }, "reserve"],
  ])("never bypasses %s: the spend fails and no money moves", async (_name, limits, reason) => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose({ amount: dollars(12) });
    await treasury.setLimits(limits);
    const failed = await treasury.approve(id);
    expect(failed).toMatchObject({ status: "failed", operator: "Ada", executedAt: null });
    expect(failed.failure).toContain(reason);
    expect(failed.decidedAt).toBe(treasury.clock.now());
    expect(await treasury.state()).toMatchObject({ balanceUsd: 200, spentTodayUsd: 0 });
  });

  it.each([
    { maxSpendPerAction: dollars(12) },
    { dailySpendCap: dollars(12) },
    { minReserve: dollars(188) },
  ])("executes a spend that reaches %o exactly", async (limits) => {
    const treasury = testTreasury({ limits });
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose({ amount: dollars(12) });
    expect(await treasury.approve(id)).toMatchObject({ status: "executed" });
  });

  it("checks the limits again after other spends", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(1_000));
    const proposals = await Promise.all(
      Array.from({ length: 4 }, () => treasury.propose({ amount: dollars(40) })),
    );
    expect(proposals.map(({ verdict }) => verdict)).toEqual(["safe", "safe", "safe", "safe"]);
    const decided = await Promise.all(proposals.map(({ id }) => treasury.approve(id)));
    expect(decided.map(({ status }) => status)).toEqual([
      "executed",
      "executed",
      "failed",
      "failed",
    ]);
    expect((await treasury.state()).spentTodayUsd).toBe(80);
  });

  it("is final even if the spend failed: it does not execute later", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(25));
    const { id } = await treasury.propose({ amount: dollars(12) });
    expect(await treasury.approve(id)).toMatchObject({ status: "failed" });
    await treasury.credit(dollars(1_000));
    expect(await treasury.approve(id)).toMatchObject({ status: "failed" });
    expect(await outcomeOf(treasury.deny(id))).toBe("already_decided");
    expect((await treasury.state()).expenseUsd).toBe(0);
  });

  it("works with the largest possible balance", async () => {
    const treasury = testTreasury();
    for (let count = 0; count < 8; count += 1) await treasury.credit(dollars(1_000_000_000));
    expect(await outcomeOf(treasury.credit(Micros.of(1n)))).toBe("total_out_of_range");
    const { id } = await treasury.propose({ amount: dollars(12) });
    expect(await treasury.approve(id)).toMatchObject({ status: "executed" });
    expect((await treasury.state()).balanceUsd).toBe(7_999_999_988);
  });
});

describe("a denial", () => {
  it("moves no money and is recorded", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose();
    expect(await treasury.deny(id, guest)).toMatchObject({
      status: "denied",
      operator: "somebody",
      operatorVerified: false,
      executedAt: null,
      failure: null,
    });
    expect(await treasury.state()).toMatchObject({ balanceUsd: 200, pendingCount: 0 });
  });
});

describe("deciding twice", () => {
  it("in the same way returns the proposal and executes nothing again", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose();
    const executed = await treasury.approve(id, ada);
    treasury.clock.advance(1_000);
    expect(await treasury.approve(id, guest)).toEqual(executed);
    const other = (await treasury.propose()).id;
    const denied = await treasury.deny(other, ada);
    expect(await treasury.deny(other, guest)).toEqual(denied);
    expect((await treasury.state()).expenseUsd).toBe(12);
  });

  it("in the opposite way is rejected with the name of the operator", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const approved = (await treasury.propose()).id;
    await treasury.approve(approved);
    await expect(treasury.deny(approved)).rejects.toThrow("approved by Ada and is executed");
    const denied = (await treasury.propose()).id;
    await treasury.deny(denied);
    await expect(treasury.approve(denied)).rejects.toThrow("denied by Ada and is denied");
    expect(await outcomeOf(treasury.approve(denied))).toBe("already_decided");
    expect((await treasury.state()).expenseUsd).toBe(12);
  });

  it("a spend that policy decided is rejected with that reason", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const automatic = (await treasury.propose({ amount: dollars(1) })).id;
    await expect(treasury.deny(automatic)).rejects.toThrow("approved by policy");
    const blocked = (await treasury.propose({ amount: dollars(51) })).id;
    await expect(treasury.approve(blocked)).rejects.toThrow("denied by policy");
    expect(await treasury.deny(blocked)).toMatchObject({ status: "denied", operator: null });
  });

  it("by two people concurrently rejects one of them as already decided", async () => {
    const treasury = testTreasury();
    const other = testTreasury({ storage: treasury.engine.storage, clock: treasury.clock });
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose();
    const outcomes = await Promise.all([
      outcomeOf(treasury.approve(id)),
      outcomeOf(other.deny(id)),
    ]);
    expect(outcomes.filter((outcome) => outcome === "already_decided")).toHaveLength(1);
  });
});

describe("a missing proposal", () => {
  it("is not found, and nothing is created", async () => {
    const treasury = testTreasury();
    expect(await outcomeOf(treasury.approve("nothing"))).toBe("proposal_not_found");
    expect(await outcomeOf(treasury.deny("nothing"))).toBe("proposal_not_found");
    expect(await treasury.engine.storage.workspaces(null, 10)).toEqual([]);
  });

  it("is not found in another workspace", async () => {
    const treasury = testTreasury();
    const { id } = await treasury.propose();
    const { committer } = treasury.engine;
    const input = { proposalId: id, decision: "deny", operator: ada, comment: null } as const;
    const decision = decideProposal({ ...input, payment: null, salt: "" }, treasury.engine.policy);
    expect(await outcomeOf(committer.run("other", decision))).toBe("proposal_not_found");
  });
});
