import { describe, expect, it } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { Treasury } from "../../treasury.ts";

const dayMs = 86_400_000;

/** A purchase, and a tab of two models, of which one charge was estimated too high. */
async function spent(): Promise<Treasury> {
  const clock = testClock();
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: clock.now }),
    clock,
    autoApprovePayees: "any",
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1000 },
  });
  const paper = { agentId: "buyer", amountUsd: 3, vendor: "Acme", purpose: "paper" };
  await treasury.propose({ ...paper, category: "office" });
  clock.advance(dayMs);
  const { tab } = await treasury.tabs.open({
    agentId: "writer",
    amountUsd: 5,
    minutes: 600,
    vendor: "Models",
    purpose: "drafts",
  });
  const tabId = tab.id;
  await treasury.tabs.charge({ tabId, chargeId: "1", amountUsd: 0.25, meter: "small" });
  await treasury.tabs.charge({ tabId, chargeId: "2", amountUsd: 0.5 });
  const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 2, meter: "large" });
  clock.advance(700_000);
  await treasury.recover();
  await treasury.tabs.settle({ tabId, number, amountUsd: 1.5 });
  await treasury.tabs.close({ tabId });
  return treasury;
}

describe("the costs of a workspace", () => {
  it("are summed up by agent, with the correction of an estimate", async () => {
    const treasury = await spent();
    expect(await treasury.costs()).toEqual({
      from: "2026-10-06",
      to: "2026-11-04",
      by: "agent",
      totalUsd: 5.25,
      rows: [
        { key: "buyer", amountUsd: 3, chargedUsd: 0, spends: 1, charges: 0 },
        { key: "writer", amountUsd: 2.25, chargedUsd: 2.25, spends: 1, charges: 3 },
      ],
      isComplete: true,
    });
    expect(await treasury.state()).toMatchObject({ expenseUsd: 5.25 });
  });

  it.each([
    [
      "meter",
      [
        ["Acme", 3],
        ["large", 1.5],
        ["Models", 0.5],
        ["small", 0.25],
      ],
    ],
    [
      "vendor",
      [
        ["Acme", 3],
        ["Models", 2.25],
      ],
    ],
    [
      "category",
      [
        ["office", 3],
        [null, 2.25],
      ],
    ],
    [
      "day",
      [
        ["2026-11-03", 3],
        ["2026-11-04", 2.25],
      ],
    ],
    ["turn", [[null, 5.25]]],
  ] as const)("are summed up by %s", async (by, expected) => {
    const { rows, totalUsd } = await (await spent()).costs({ by });
    expect(rows.map(({ key, amountUsd }) => [key, amountUsd])).toEqual(expected);
    expect(totalUsd).toBe(5.25);
  });

  it("are those of the range of days", async () => {
    const treasury = await spent();
    const range = { from: "2026-11-03", to: "2026-11-03" };
    expect(await treasury.costs(range)).toMatchObject({ totalUsd: 3, isComplete: true });
    expect(await treasury.costs({ to: "2026-11-02" })).toMatchObject({ totalUsd: 0, rows: [] });
  });

  it("are empty for a new workspace, and refuse a text that is not a day", async () => {
    const treasury = await spent();
    expect(await treasury.costs({ workspaceId: "new" })).toMatchObject({ totalUsd: 0, rows: [] });
    await expect(treasury.costs({ from: "yesterday" })).rejects.toThrow("must be a day");
  });
});
