import type { Proposal } from "@agent-treasury/contract";
import { expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { sellerOrigin, testSeller } from "./test-seller.fixture.ts";

const workspaceId = "acme";
const asked = { workspaceId, url: `${sellerOrigin}/weather`, purpose: "weather", maximumUsd: 5 };

/** The proposal of the seller's price, after an approval of the request if it needs one. */
async function priceFrom(origins: readonly string[]): Promise<Proposal | null> {
  const { executor, outbound } = testSeller();
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    executors: { executor },
    outbound,
    paidFetch: { origins, ask: true },
  });
  let { proposal } = await treasury.fetchPaid(asked);
  if (proposal?.quote?.rail === "request") {
    const { id: proposalId } = proposal;
    await treasury.decide({ workspaceId, proposalId, decision: "approve", operator: "Ada" });
    ({ proposal } = await treasury.fetchPaid(asked));
  }
  await treasury.close();
  return proposal;
}

it("pays a seller without a person if its origin is listed, and only then", async () => {
  expect(await priceFrom([sellerOrigin])).toMatchObject({ status: "executed", autoApproved: true });
  // The approval of a request approves no payment.
  expect(await priceFrom([])).toMatchObject({
    status: "pending",
    reason: "No person named or approved this payee.",
  });
});
