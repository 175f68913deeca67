import { describe, expect, it } from "vitest";
import { ada, guest, testTreasury } from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { setBudget } from "./set-budget.ts";

describe("a workspace's own limits", () => {
  it("replace the defaults from the next command on", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(1_000));
    await treasury.setLimits({ maxSpendPerAction: dollars(300), dailySpendCap: dollars(400) });
    expect((await treasury.state()).budget).toEqual({
      startingCapitalUsd: 0,
      maxSpendPerActionUsd: 300,
      autoApproveUnderUsd: 10,
      dailySpendCapUsd: 400,
      minReserveUsd: 20,
    });
    const { id } = await treasury.propose({ amount: dollars(300) });
    expect(await treasury.approve(id)).toMatchObject({ status: "executed" });
  });

  it("replace each other completely: omitted limits return to the defaults", async () => {
    const treasury = testTreasury();
    await treasury.setLimits({ maxSpendPerAction: dollars(300), minReserve: dollars(0) });
    await treasury.setLimits({ autoApproveUnder: dollars(1) });
    expect((await treasury.state()).budget).toMatchObject({
      maxSpendPerActionUsd: 50,
      autoApproveUnderUsd: 1,
      minReserveUsd: 20,
    });
    await treasury.setLimits({});
    expect((await treasury.state()).budget.autoApproveUnderUsd).toBe(10);
  });

  it("may be zero, which blocks all spending", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(1_000));
    await treasury.setLimits({ dailySpendCap: dollars(0) });
    const { id } = await treasury.propose({ amount: dollars(1) });
    expect(await treasury.approve(id)).toMatchObject({ status: "failed" });
  });

  it("change the daily auto-approval limit with the threshold", async () => {
    const treasury = testTreasury();
    await treasury.credit(dollars(1_000));
    await treasury.setLimits({ autoApproveUnder: dollars(2) });
    const statuses: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      statuses.push((await treasury.propose({ amount: dollars(1) })).status);
    }
    expect(statuses.filter((status) => status === "executed")).toHaveLength(6);
  });

  it("are recorded with their operator, before and after", async () => {
    const treasury = testTreasury();
    const overrides = { minReserve: dollars(5) };
    await treasury.run(setBudget({ overrides, operator: guest, auditId: "audit-1" }));
    const next = { dailySpendCap: dollars(7) };
    await treasury.run(setBudget({ overrides: next, operator: ada, auditId: "audit-2" }));
    const keys = ["audit-1", "audit-2"].map((id) => ({ kind: "budget_change", id }));
    const [snapshot] = await treasury.engine.storage.load([{ workspaceId: "acme", keys }]);
    expect(snapshot?.found.map(({ body }) => body)).toEqual([
      {
        before: {},
        after: { minReserve: "5000000" },
        operator: "somebody",
        operatorVerified: false,
        at: new Date(treasury.clock.now()).toISOString(),
      },
      {
        before: { minReserve: "5000000" },
        after: { dailySpendCap: "7000000" },
        operator: "Ada",
        operatorVerified: true,
        at: new Date(treasury.clock.now()).toISOString(),
      },
    ]);
  });
});
