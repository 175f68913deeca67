import { Micros } from "@agent-treasury/provider";
import type { TreasuryOptions } from "@agent-treasury/treasury-core";
import { buyers } from "./processes/spend-beside.ts";

/** Vendors whose keys another version of the names could change. */
export const vendors = ["Großhandel", "İstanbul Oil", "ΟΔΟΣ", "ＧＬＯＢＥＸ", "Асme"] as const;

/** The first name is frozen, and the others look like it. */
export const frozen = ["Straße", "STRASSE", "ＳＴＲＡẞＥ", "Ѕtraße"] as const;

export const options = {
  budget: {
    startingCapitalUsd: 10_000,
    maxSpendPerActionUsd: 500,
    autoApproveUnderUsd: 100,
    dailySpendCapUsd: 5_000,
    autoApproveDailyUsd: 5_000,
  },
  rules: {
    version: 1,
    rules: [
      { id: "vendor", then: { limit: { amountUsd: 50, per: "year", by: "vendor" } } },
      {
        id: "first",
        when: { agents: ["payer"], vendors: { firstPayment: true } },
        then: { deny: true },
      },
      { id: "twice", when: { agents: ["repeater"] }, then: { duplicate: { hours: 24 } } },
      {
        id: "new",
        when: { agents: ["starter"] },
        then: { limit: { newPayees: 2, per: "year" } },
      },
      {
        id: "listed",
        when: { vendors: { in: [...vendors] } },
        then: { limit: { amountUsd: 1_000, per: "year" } },
      },
    ],
  },
} satisfies Partial<TreasuryOptions>;

/** Limits of all processes that spend under load. */
export const hourMicros = Micros.of(20_000_000n);
export const loadOptions: Partial<TreasuryOptions> = {
  ...options,
  rules: {
    version: 1,
    rules: [
      ...options.rules.rules,
      {
        id: "rolling",
        when: { agents: [...buyers] },
        then: {
          limit: { amountUsd: Micros.toUsd(hourMicros), per: { rollingHours: 1 }, by: "agent" },
        },
      },
      {
        id: "asks",
        when: { agents: ["asker", "stander"] },
        then: { requireApprovals: { count: 1 } },
      },
    ],
  },
};
