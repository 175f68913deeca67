import type { PaymentProcessor } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { sandbox, testTreasury } from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { collectRevenue } from "./collect-revenue.ts";
import { createOffer } from "./offers.ts";

/** Exceeds the pages of one call. */
const pages = 25;

function unused(): never {
  throw new Error("No checkout is expected here.");
}

/** A processor with one payment per page and its own cursor format. */
function seller(cursorOf: (page: number) => string): PaymentProcessor {
  const cursors = Array.from({ length: pages }, (_, page) => cursorOf(page));
  return {
    specificationVersion: "1",
    provider: sandbox.provider,
    mode: () => sandbox.mode,
    createCheckout: unused,
    readCheckout: unused,
    offers: {
      createOffer: async () => ({ id: "offer-1", url: "https://pay.example/offer-1" }),
      collected: async ({ cursor }) => {
        const page = cursor === null ? 0 : cursors.indexOf(cursor);
        if (page < 0) throw new Error(`No page has the cursor ${cursor}.`);
        const payment = {
          kind: "collected",
          purpose: "revenue",
          workspaceId: "acme",
          checkoutId: `checkout-${page}`,
          paymentReference: `payment-${page}`,
          amount: dollars(1),
          currency: "usd",
        } as const;
        return { items: [payment], cursor: cursors[page + 1] ?? null };
      },
    },
  };
}

describe("collecting revenue", () => {
  it.each([
    ["plain", (page: number) => `page-${page}`],
    ["unusual", (page: number) => `|${page}|{"after":${page}}`],
  ])("continues after the previous call, with %s cursors", async (_name, cursorOf) => {
    const { engine } = testTreasury();
    const selling = { ...engine, payments: seller(cursorOf) };
    const report = { title: "A report", amountUsd: 1, description: null, idempotencyKey: "report" };
    await createOffer(selling, "acme", report);
    const first = await collectRevenue(selling, "acme", { offerId: null, continuation: null });
    expect(first).toMatchObject({ payments: 20, complete: false });
    const { continuation } = first;
    expect(await collectRevenue(selling, "acme", { offerId: null, continuation })).toMatchObject({
      payments: 5,
      creditedBefore: 0,
      revenueUsd: 25,
      complete: true,
    });
  });
});
