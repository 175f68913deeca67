import { type StripeStandInServer, serveStripeStandIn } from "@agent-treasury/sandbox/node";
import { paymentProcessorConformance } from "@agent-treasury/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKey, webhookSecret } from "./stand-in-account.fixture.ts";
import { stripePayments } from "./stripe-payments.ts";

describe("Stripe, as a stand-in behind STRIPE_API_URL", () => {
  let server: StripeStandInServer;
  beforeAll(async () => {
    server = await serveStripeStandIn();
    process.env["STRIPE_API_URL"] = server.url;
  });
  afterAll(async () => {
    delete process.env["STRIPE_API_URL"];
    await server.close();
  });

  paymentProcessorConformance(
    { describe, it, expect },
    {
      create: () => stripePayments({ apiKey, webhookSecret }),
      createWithoutKey: () => stripePayments({ apiKey: "" }),
      pay: async (_processor, sessionId) => void server.standIn.pay(sessionId),
      deliver: async (_processor, sessionId) => {
        const paid = server.standIn.pay(sessionId);
        const { body, headers } = await server.standIn.delivery(paid, webhookSecret);
        return { body: new TextEncoder().encode(body), headers };
      },
      buy: async (_processor, offerId) => void server.standIn.buy(offerId),
      createForeignSession: async () => server.standIn.sellElsewhere(5_000),
      unknownSessionId: "cs_test_unknown",
    },
  );
});

const testKeys = [process.env["STRIPE_SECRET_KEY"] ?? ""].filter((key) =>
  /^[rs]k_test_\w+$/.test(key),
);
if (testKeys.length === 0) {
  console.info("The tests against Stripe itself are skipped: STRIPE_SECRET_KEY is not a test key.");
}

describe.each(testKeys)("Stripe itself, with the test key in STRIPE_SECRET_KEY", (testKey) => {
  // Only a person can pay on Stripe's own page, so that the tests that need a payer run on the
  // stand-in.
  paymentProcessorConformance(
    { describe, it, expect },
    {
      create: () => stripePayments({ apiKey: testKey, webhookSecret }),
      createWithoutKey: () => stripePayments({ apiKey: "" }),
      unknownSessionId: "cs_test_a1unknown",
    },
  );
});
