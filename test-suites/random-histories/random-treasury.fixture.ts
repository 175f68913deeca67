import type { WrittenRule } from "@agent-treasury/contract";
import { type Allocation, readRuleSet } from "@agent-treasury/rules";
import {
  type TestTreasury,
  testTreasury,
} from "../../packages/treasury-core/src/create/test-treasury.fixture.ts";
import type { StandingTerms } from "../../packages/treasury-core/src/features/standing-approvals/standing-approval.ts";
import type { SpendingLimits } from "../../packages/treasury-core/src/kernel/ledger/account.ts";
import { dollars } from "../../packages/treasury-core/src/kernel/ledger/test-ledger.fixture.ts";
import type { Choice } from "./choice.fixture.ts";

export const buyer = "buyer";

/** Rules of every kind. */
const rulesOfEveryKind: readonly WrittenRule[] = [
  {
    id: "small",
    selfReported: true,
    when: { vendors: { in: ["Acme"] }, amountUsd: { below: 30 } },
    then: { autoApprove: true },
  },
  { id: "daily", then: { limit: { amountUsd: 60, per: "day" } } },
  { id: "daily-deny", then: { limit: { amountUsd: 80, per: "day", atProposal: "deny" } } },
  { id: "by-vendor", then: { limit: { amountUsd: 40, per: "week", by: "vendor" } } },
  { id: "by-agent", then: { limit: { count: 5, per: "day", by: "agent" } } },
  { id: "automatic", then: { limit: { amountUsd: 20, per: "day", counts: "automatic" } } },
  {
    id: "two",
    when: { amountUsd: { from: 15 } },
    then: { requireApprovals: { count: 2 } },
  },
  {
    id: "finance",
    when: { categories: ["ads"] },
    then: { requireApprovals: { count: 1, from: ["finance"] } },
  },
  { id: "never", when: { vendors: { in: ["Bad"] } }, then: { deny: true } },
  { id: "new", then: { limit: { newPayees: 2, per: "week" } } },
  {
    id: "first",
    when: { vendors: { firstPayment: true } },
    then: { requireApprovals: { count: 1 } },
  },
  { id: "again", then: { duplicate: { hours: 24 } } },
  { id: "available", then: { keepAvailableUsd: 100 } },
];

export function randomTreasury({ chance, pick }: Choice): TestTreasury {
  const rules = rulesOfEveryKind.filter(() => chance(30));
  return testTreasury({
    startingCapital: dollars(400),
    rules: readRuleSet({ version: 1, rules }),
    limits: { dailySpendCap: dollars(pick([100, 200, 1_000])) },
    policy: {
      proposalLifetimeMs: chance(50) ? 86_400_000 : null,
      autoApproveDaily: chance(50) ? dollars(25) : null,
      autoApprovePayees: pick(["any", "known"]),
    },
  });
}

export function randomLimits({ pick }: Choice): Partial<SpendingLimits> {
  return { dailySpendCap: dollars(pick([30, 150])), minReserve: dollars(pick([0, 200])) };
}

export function randomAllocations({ chance }: Choice, now: number): readonly Allocation[] {
  const window = { kind: "calendar", period: "month" } as const;
  const company = {
    id: "company",
    name: "Company",
    parent: null,
    limit: { amount: dollars(150), window },
    endsAt: null,
    isArchived: false,
  };
  const ads = {
    id: "ads",
    name: "Ads",
    parent: "company",
    limit: chance(50) ? { amount: dollars(60), window } : null,
    endsAt: chance(20) ? now + 100_000_000 : null,
    isArchived: chance(10),
  };
  return [company, ads];
}

export function randomStanding({ chance, pick }: Choice, id: string, now: number): StandingTerms {
  const window = { kind: "calendar", period: "month" } as const;
  return {
    id,
    agentId: buyer,
    vendor: "Namecheap",
    maximum: dollars(pick([10, 30])),
    limit: chance(50) ? { maximum: dollars(60), window } : null,
    count: pick([2, 5]),
    endsAt: now + 300_000_000,
  };
}
