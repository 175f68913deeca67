import { isTab, type Proposal } from "@agent-treasury/sdk-client";
import type { SpendMoney } from "./spend-money.ts";
import { isLargeSpend } from "./spend-text.ts";

/**
 * Returns groups of at least two pending spends of one agent to one payee. Each spend is decided by
 * itself: a group only saves the way to its card. A spend that needs a second look, such as a large
 * one, a tab or a quoted price, is in no group.
 */
export function alikeSpends(
  waiting: readonly Proposal[],
  treasury: SpendMoney,
): readonly (readonly Proposal[])[] {
  const plain = waiting.filter(
    (spend) => spend.quote === null && !isTab(spend) && !isLargeSpend(spend, treasury),
  );
  const groups = new Map<string, Proposal[]>();
  for (const spend of plain) {
    const { agentId, vendor, category, allocationId, verdict } = spend;
    const key = JSON.stringify([agentId, vendor, category, allocationId, verdict]);
    groups.set(key, [...(groups.get(key) ?? []), spend]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
