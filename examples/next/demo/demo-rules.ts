import type { WrittenRuleSet } from "@agent-treasury/sdk-client";

/** Published by the demo. A suggestion of the agent for $24 needs one approver. */
export const publishedRules: WrittenRuleSet = {
  version: 1,
  rules: [
    {
      id: "two-people",
      when: { amountUsd: { from: 25 } },
      then: { requireApprovals: { count: 2 } },
      message: "Large spends need two people.",
    },
    {
      id: "vendor-limit",
      then: { limit: { amountUsd: 60, counts: "all", per: "month", by: "vendor" } },
    },
  ],
};

/** Waits for a second approval. Three of the demo's five past spends would have another outcome. */
export const suggestedRules: WrittenRuleSet = {
  version: 1,
  rules: [
    ...publishedRules.rules,
    {
      id: "design-tools",
      when: { vendors: { in: ["Figma"] } },
      then: { requireApprovals: { count: 1 } },
      message: "We review design tools.",
    },
    {
      id: "no-stock-photos",
      when: { vendors: { in: ["Stock Photos"] } },
      then: { deny: true },
    },
    {
      id: "second-look",
      when: { amountUsd: { from: 12, below: 25 }, categories: ["data"] },
      then: { requireApprovals: { count: 2 } },
    },
  ],
};
