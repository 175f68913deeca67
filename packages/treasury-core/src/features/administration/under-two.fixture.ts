import type { AdministrativeAction, WrittenRuleSet } from "@agent-treasury/contract";
import { expect } from "vitest";
import { type Treasury, type TreasuryOptions, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";

/** Two persons approve large spends. */
export const two: WrittenRuleSet = {
  version: 1,
  rules: [
    { id: "two", when: { amountUsd: { from: 40 } }, then: { requireApprovals: { count: 2 } } },
  ],
};
export const none: WrittenRuleSet = { version: 1, rules: [] };

/** A treasury with the rules `two` and a lowered maximum. */
export async function underTwo(options: Partial<TreasuryOptions> = {}): Promise<Treasury> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    authenticate: () => null,
    recoverySeconds: false,
    ...options,
  });
  await publishedBy(treasury, { rules: two }, ["Ada", "Ben"]);
  await treasury.setBudget({ limits: { maxSpendPerActionUsd: 30 }, operator: "Ada" });
  return treasury;
}

export async function onlyPending(treasury: Treasury): Promise<AdministrativeAction> {
  const { actions } = await treasury.actions.list();
  const [action, ...more] = actions.filter(({ status }) => status === "pending");
  expect(more).toEqual([]);
  if (action === undefined) throw new Error("No action is pending.");
  return action;
}
