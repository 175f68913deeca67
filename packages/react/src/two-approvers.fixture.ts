import type { WrittenRuleSet } from "@agent-treasury/sdk-client";
import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { baseUrl } from "./opened-component.fixture.ts";

/** Every spend of 40 USD or more, and every change of rules, needs two persons. */
const rulesOfTwo: WrittenRuleSet = {
  version: 1,
  rules: [
    { id: "two", when: { amountUsd: { from: 40 } }, then: { requireApprovals: { count: 2 } } },
  ],
};

/** A treasury under `rulesOfTwo`, in which Ada and Bo sign in. */
export async function treasuryOfTwo(budget: TreasuryOptions["budget"] = {}): Promise<Treasury> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1000, ...budget },
    authenticate: ({ headers }) => {
      const name = headers.get("x-person");
      return name === null ? null : { name };
    },
  });
  const { action } = await treasury.rules.publish({ rules: rulesOfTwo, operator: "Ada" });
  await treasury.actions.decide({ actionId: action.id, decision: "approve", operator: "Bo" });
  return treasury;
}

/** What a signed-in person's browser reaches. */
export function servedTo(treasury: Treasury, person: string): Pick<Treasury, "handler"> {
  return {
    handler: (request) => {
      const headers = new Headers(request.headers);
      headers.set("x-person", person);
      return treasury.handler(new Request(request, { headers }));
    },
  };
}
