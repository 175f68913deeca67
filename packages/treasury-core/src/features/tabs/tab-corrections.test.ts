import { expect, it } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";

/** The agent `writer` stated that the posted estimate of $5.00 cost more. */
async function restated(amountUsd: number) {
  const clock = testClock();
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: clock.now }),
    clock,
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1000, maxSpendPerActionUsd: 100, dailySpendCapUsd: 500 },
  });
  const { tab } = await treasury.tabs.open({
    agentId: "writer",
    amountUsd: 20,
    minutes: 600,
    vendor: "Models",
    purpose: "drafts",
    idempotencyKey: "tab",
  });
  const tabId = tab.id;
  await treasury.decide({ proposalId: tabId, decision: "approve", operator: "Ada" });
  const agent = { tabId, agentId: "writer" };
  const { number } = await treasury.tabs.reserve({ ...agent, amountUsd: 5, seconds: 60 });
  clock.advance(61_000);
  await treasury.recover();
  await treasury.tabs.settle({ ...agent, number, amountUsd });
  return { treasury, tabId, number };
}

it.each([
  ["in the next posting", 5.5, 0, 5, [[5, 1], [-5]]],
  ["in the next posting, in part", 5.5, 5.25, 5.25, [[-0.25], [-5]]],
  ["in an entry of its own", 7, 0, 7, [[5, 3], [2, 1], [-2], [-5]]],
  ["in an entry of its own, in part", 7, 6, 7, [[1, 1], [-2], [-5]]],
])(
  "returns no more of a ledger entry than it has, if an agent's addition is %s",
  async (_, stated, actual, spentTodayUsd, expected) => {
    const { treasury, tabId, number } = await restated(stated);
    await treasury.tabs.settle({ tabId, number, amountUsd: actual });
    await treasury.tabs.settle({ tabId, number, amountUsd: actual });
    const { tab } = await treasury.tabs.close({ tabId });
    expect(tab).toMatchObject({ chargedUsd: actual, postedUsd: actual, estimatedUsd: 0 });
    const state = await treasury.state();
    expect(state).toMatchObject({ expenseUsd: actual, spentTodayUsd });
    // A reversal with its distance from the entry that it reverses.
    const entries = state.ledger.map(({ amountUsd, reversalOf }, index) => {
      const reversed = state.ledger.findIndex(({ id }) => id === reversalOf);
      return reversed === -1 ? [amountUsd] : [amountUsd, reversed - index];
    });
    expect(entries).toEqual(expected);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  },
);
