import { describe, expect, it } from "vitest";
import {
  ada,
  guest,
  outcomeOf,
  sandbox,
  testTreasury,
} from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { readLedger, readProposals } from "./read-pages.ts";

describe("a reset", () => {
  it("restores the defaults of the service API: no money, no proposals, the default caps", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    await treasury.credit(dollars(7), { type: "revenue" });
    await treasury.setLimits({ dailySpendCap: dollars(500) });
    await treasury.approve((await treasury.propose()).id);
    await treasury.propose();
    await treasury.reset();
    expect(await treasury.state()).toEqual({
      workspaceId: "acme",
      balanceUsd: 0,
      depositsUsd: 0,
      revenueUsd: 0,
      expenseUsd: 0,
      netProfitUsd: 0,
      spentTodayUsd: 0,
      heldUsd: 0,
      availableUsd: 0,
      pendingCount: 0,
      budget: {
        startingCapitalUsd: 0,
        maxSpendPerActionUsd: 50,
        autoApproveUnderUsd: 10,
        dailySpendCapUsd: 100,
        minReserveUsd: 20,
      },
      proposals: [],
      ledger: [],
      proposalsCursor: null,
      ledgerCursor: null,
      paymentMode: "test",
      paymentProvider: "sandbox",
      judge: "none",
      judgeOnSilence: null,
      autoApproveDailyUsd: 30,
      autoApprovePayees: "any",
      timeZone: "UTC",
      plugins: [],
    });
    expect((await readLedger(treasury.engine, "acme", undefined, 10)).entries).toEqual([]);
    expect((await readProposals(treasury.engine, "acme", undefined, 10)).proposals).toEqual([]);
  });

  it("continues version, sequence and chain, and keeps earlier records", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    await treasury.approve((await treasury.propose()).id);
    const { storage } = treasury.engine;
    const before = (await storage.load([{ workspaceId: "acme", keys: [] }]))[0]!.head!;
    await treasury.reset();
    const after = (await storage.load([{ workspaceId: "acme", keys: [] }]))[0]!.head!;
    expect(after).toMatchObject({ epoch: 2, sequence: before.sequence });
    expect(after.version).toBe(before.version + 1n);
    expect(after.lastHash).not.toBe(before.lastHash);
    await treasury.credit(dollars(5));
    const { ledger } = await treasury.state();
    expect(ledger).toMatchObject([
      { id: "entry_2_3", sequence: 3, balanceUsd: 5, previousHash: after.lastHash },
    ]);
    const { entries } = await storage.view(
      "acme",
      { kind: "proposal", before: null, limit: 10 },
      { order: "oldest", beyond: null, limit: 10 },
    );
    expect(entries.map(({ epoch }) => epoch)).toEqual([1, 1, 2]);
    expect(await treasury.verify()).toMatchObject({ valid: true, entriesChecked: 3 });
  });

  it("denies pending proposals, which cannot be approved later", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose();
    await treasury.reset(ada);
    await treasury.credit(dollars(200));
    expect(await outcomeOf(treasury.approve(id))).toBe("proposal_not_found");
    expect((await treasury.state()).expenseUsd).toBe(0);
    const [snapshot] = await treasury.engine.storage.load([
      { workspaceId: "acme", keys: [{ kind: "proposal", id }] },
    ]);
    expect(snapshot?.open).toEqual([]);
    expect(snapshot?.found[0]?.body).toMatchObject({
      status: "denied",
      operator: "Ada",
      operatorVerified: true,
      failure: "The workspace was reset.",
    });
  });

  it("records the operator, and whether they signed in", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    await treasury.reset(ada);
    await treasury.reset(guest);
    const [snapshot] = await treasury.engine.storage.load([
      { workspaceId: "acme", keys: ["1", "2", "3"].map((id) => ({ kind: "epoch", id })) },
    ]);
    expect(snapshot?.found.map(({ id, body }) => ({ id, body }))).toMatchObject([
      { id: "1", body: { operator: null, operatorVerified: false } },
      { id: "2", body: { operator: "Ada", operatorVerified: true } },
      { id: "3", body: { operator: guest.name, operatorVerified: false } },
    ]);
  });

  it("numbers new proposals after earlier ones, and does not create an earlier one again", async () => {
    const treasury = testTreasury();
    await treasury.propose({ id: "turn-1" });
    await treasury.reset();
    expect(await treasury.propose({ id: "turn-1" })).toMatchObject({ status: "denied", epoch: 1 });
    expect(await treasury.propose({ id: "turn-2" })).toMatchObject({ epoch: 2, ordinal: 2n });
    expect((await treasury.state()).proposals).toMatchObject([{ id: "turn-2" }]);
  });

  it("resets the day's spending together with its ledger", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(200));
    for (let count = 0; count < 2; count += 1) {
      await treasury.approve((await treasury.propose({ amount: dollars(50) })).id);
    }
    await treasury.reset();
    await treasury.credit(dollars(200));
    const { id } = await treasury.propose({ amount: dollars(50) });
    expect(await treasury.approve(id)).toMatchObject({ status: "executed" });
    expect((await treasury.state()).spentTodayUsd).toBe(50);
  });

  it("gives starting capital only to the first epoch", async () => {
    const treasury = testTreasury({ startingCapital: dollars(75) });
    expect(await treasury.state()).toMatchObject({
      balanceUsd: 75,
      budget: { startingCapitalUsd: 75 },
    });
    await treasury.approve((await treasury.propose()).id);
    expect((await treasury.state()).balanceUsd).toBe(63);
    await treasury.reset();
    expect(await treasury.state()).toMatchObject({
      balanceUsd: 0,
      budget: { startingCapitalUsd: 0 },
    });
    expect((await treasury.verify()).valid).toBe(true);
  });

  it("of an unused workspace opens its second epoch", async () => {
    const treasury = testTreasury({ startingCapital: dollars(75) });
    await treasury.reset();
    expect((await treasury.state()).balanceUsd).toBe(0);
    expect(await treasury.verify()).toMatchObject({ valid: true, entriesChecked: 0 });
  });

  it("requires a signed-in operator after a live payment, and not before", async () => {
    const payment = { provider: "stripe", mode: "live" } as const;
    const treasury = testTreasury({ payment });
    expect(await outcomeOf(treasury.reset(guest))).toBeNull();
    await treasury.credit(dollars(200));
    expect(await outcomeOf(treasury.reset(guest))).toBe("forbidden");
    expect((await treasury.state()).balanceUsd).toBe(200);
    expect(await outcomeOf(treasury.reset(ada))).toBeNull();
    expect((await treasury.state()).balanceUsd).toBe(0);
  });

  it("requires no signed-in operator with test money", async () => {
    const treasury = testTreasury({ payment: sandbox });
    await treasury.credit(dollars(200));
    expect(await outcomeOf(treasury.reset(guest))).toBeNull();
  });
});
