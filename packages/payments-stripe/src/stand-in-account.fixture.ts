import { StripeStandIn } from "@agent-treasury/sandbox";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { http } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { stripePayments } from "./stripe-payments.ts";

export const apiKey = "sk_test_51StandInKey00000000";
export const webhookSecret = "whsec_standInSecret000000000";
export const baseUrl = "https://treasury.example";

/** A treasury with a stand-in at Stripe's own address. */
export interface StandInContext {
  readonly stripe: StripeStandIn;
  readonly server: SetupServer;
  readonly treasury: Treasury;
  readonly failures: unknown[];
  open(amountUsd: number, workspaceId?: string): Promise<string>;
  deliver(event: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Creates a context for each test of a file. */
export function standInContext(): StandInContext {
  const server = setupServer();
  let stripe = new StripeStandIn();
  let treasury: Treasury;
  const failures: unknown[] = [];
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterAll(() => server.close());
  beforeEach(() => {
    stripe = new StripeStandIn();
    failures.length = 0;
    server.resetHandlers(
      http.all("https://api.stripe.com/*", ({ request }) => stripe.handle(request)),
    );
    treasury = createTreasury({
      baseUrl,
      storage: memoryStorage(),
      payments: { processor: stripePayments({ apiKey, webhookSecret, maximumRetries: 0 }) },
      onFailure: ({ error }) => failures.push(error),
    });
  });
  afterEach(() => treasury.close());
  return {
    get stripe() {
      return stripe;
    },
    server,
    get treasury() {
      return treasury;
    },
    failures,
    open: async (amountUsd, workspaceId = "acme") =>
      (await treasury.startDeposit({ workspaceId, amountUsd })).id,
    deliver: async (event) => {
      const { body, headers } = await stripe.delivery(event as never, webhookSecret);
      const url = `${baseUrl}/api/service/treasury/webhook`;
      const response = await treasury.handler(new Request(url, { method: "POST", body, headers }));
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}
