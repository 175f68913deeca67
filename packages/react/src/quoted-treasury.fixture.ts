import {
  sandboxOutbound,
  sandboxRail,
  sandboxSeller,
  sandboxSellerOrigin,
} from "@agent-treasury/sandbox";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { SpendQuote } from "./inbox/quote-text.ts";
import { baseUrl } from "./opened-component.fixture.ts";

/** A treasury with a pending spend that the page receives with a quote. */
export async function treasuryWithQuote(quote: SpendQuote): Promise<Pick<Treasury, "handler">> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100, autoApproveUnderUsd: 0 },
  });
  const { maximumUsd: amountUsd, payee: vendor } = quote;
  await treasury.propose({ amountUsd, vendor, purpose: "a trip to Lisbon" });
  return {
    handler: async (request) => {
      const response = await treasury.handler(request);
      const text = (await response.text()).replaceAll(
        '"quote":null',
        `"quote":${JSON.stringify(quote)}`,
      );
      return new Response(text || null, response);
    },
  };
}

/** A treasury that bought something with test money. */
export async function treasuryWithPurchase(): Promise<Treasury> {
  const rail = sandboxRail();
  const treasury = createTreasury({
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    executors: { executor: rail.executor },
    outbound: sandboxOutbound({ [sandboxSellerOrigin]: sandboxSeller(rail.facilitator) }),
    paidFetch: { origins: [sandboxSellerOrigin] },
  });
  await treasury.fetchPaid({ url: `${sandboxSellerOrigin}/weather`, purpose: "a trip" });
  return treasury;
}

export function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString();
}
