import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import type { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apiKey, webhookSecret } from "./stand-in-account.fixture.ts";
import {
  delivered,
  depositMark,
  dispute,
  event,
  paymentIntent,
  refund,
  session,
} from "./stripe-objects.fixture.ts";
import { stripePayments } from "./stripe-payments.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
afterEach(() => server.resetHandlers());

const payments = stripePayments({ apiKey, webhookSecret, maximumRetries: 0 });

async function told(content: object | string, signing = {}) {
  return payments.events?.(await delivered(content, signing));
}

/** Stripe knows the payment that a refund or a dispute names. */
function knowsPayment(changes: Partial<Stripe.PaymentIntent> = {}): void {
  server.use(
    http.get("https://api.stripe.com/v1/payment_intents/pi_1", () =>
      HttpResponse.json(paymentIntent(changes) satisfies Partial<Stripe.PaymentIntent>),
    ),
  );
}

describe("a delivery to the webhook", () => {
  it("is read when the SDK's own signature of its bytes holds", async () => {
    expect(await told(event("checkout.session.completed", session()))).toEqual([
      {
        kind: "collected",
        purpose: "deposit",
        workspaceId: "acme",
        checkoutId: "cs_test_1",
        paymentReference: "pi_1",
        amount: 50_000_000n,
        currency: "usd",
      },
    ]);
  });

  it.each([
    ["with another secret", { secret: "whsec_another" }],
    ["more than five minutes ago", { timestamp: Math.floor(Date.now() / 1_000) - 301 }],
  ])("is refused when it was signed %s", async (_when, signing) => {
    const rejection = told(event("checkout.session.completed", session()), signing);
    await expect(rejection).rejects.toMatchObject({ code: "webhook_signature_invalid" });
  });

  it("is refused when one byte of it changed, or when it is not signed at all", async () => {
    const { body, headers } = await delivered(event("checkout.session.completed", session()));
    const changed = body.with(20, (body[20] ?? 0) ^ 1);
    for (const delivery of [
      { body: changed, headers },
      { body, headers: {} },
      { body, headers: { "stripe-signature": "t=1,v1=00" } },
      { body: new Uint8Array(), headers },
    ]) {
      await expect(payments.events?.(delivery)).rejects.toMatchObject({
        code: "webhook_signature_invalid",
        message: expect.not.stringContaining("whsec"),
      });
    }
  });

  it("is refused when it is of live mode and the key is of test mode, and the other way round", async () => {
    const live = stripePayments({ apiKey: "rk_live_51Any", webhookSecret });
    const completed = (livemode: boolean) =>
      delivered(event("checkout.session.completed", session(), { livemode }));
    await expect(payments.events?.(await completed(true))).rejects.toMatchObject({
      code: "webhook_mode_mismatch",
    });
    await expect(live.events?.(await completed(false))).rejects.toMatchObject({
      code: "webhook_mode_mismatch",
    });
    expect(await live.events?.(await completed(true))).toHaveLength(1);
  });

  it("cannot be checked without a secret, and says which setting is missing", async () => {
    const without = stripePayments({ apiKey, webhookSecret: "" });
    await expect(without.events?.(await delivered({}))).rejects.toMatchObject({
      code: "webhook_not_connected",
      message: expect.stringContaining("STRIPE_WEBHOOK_SECRET"),
    });
  });

  it.each([
    ["a session of another product", session({ metadata: { order: "17" } })],
    ["a session without metadata", session({ metadata: null })],
    [
      "a session whose mark names no workspace",
      session({ metadata: { agent_treasury: "deposit" } }),
    ],
    ["a session that is completed and not paid", session({ payment_status: "unpaid" })],
    ["a session for which nothing was due", session({ payment_status: "no_payment_required" })],
    ["a subscription", session({ mode: "subscription" })],
  ])("tells nothing when it is about %s", async (_what, object) => {
    expect(await told(event("checkout.session.completed", object))).toEqual([]);
  });

  it.each(["checkout.session.async_payment_failed", "checkout.session.expired"] as const)(
    "tells nothing when it is %s",
    async (type) => {
      expect(await told(event(type, session({ payment_status: "unpaid" })))).toEqual([]);
    },
  );

  it.each([
    "invoice.paid",
    "charge.dispute.created",
    "charge.dispute.closed",
    "payout.paid",
  ] as const)("tells nothing when it is %s, which moves none of our money", async (type) => {
    expect(await told(event(type, { id: "x_1" }))).toEqual([]);
  });

  it("of a type that the SDK does not know tells nothing", async () => {
    const unknown = { ...event("invoice.paid", {}), type: "something.new" };
    expect(await told(unknown)).toEqual([]);
  });

  it("tells revenue as revenue", async () => {
    const metadata = { ...depositMark, agent_treasury: "revenue" };
    const [payment] =
      (await told(event("checkout.session.completed", session({ metadata })))) ?? [];
    expect(payment).toMatchObject({ kind: "collected", purpose: "revenue" });
  });

  it("passes on what it tells of cards that were issued", async () => {
    const transaction = { id: "ipi_1", object: "issuing.transaction", amount: -1_234 };
    expect(await told(event("issuing_transaction.created", transaction))).toEqual([
      {
        kind: "spend",
        id: "evt_1",
        name: "issuing_transaction.created",
        occurredAt: 1_790_000_000_000,
        object: transaction,
      },
    ]);
  });
});

describe("a refund that is told", () => {
  it.each(["refund.created", "refund.updated", "charge.refund.updated"] as const)(
    "by %s is one movement, for the workspace of its payment",
    async (type) => {
      knowsPayment();
      expect(await told(event(type, refund({ status: "pending" })))).toEqual([
        {
          kind: "reversed",
          workspaceId: "acme",
          paymentReference: "pi_1",
          reversalId: "re_1",
          amount: 20_000_000n,
          currency: "usd",
          reason: "refund",
        },
      ]);
    },
  );

  it.each(["failed", "canceled"])("as %s is what it took and what came back", async (status) => {
    knowsPayment();
    const movements = await told(event("refund.updated", refund({ status })));
    expect(movements).toMatchObject([
      { reversalId: "re_1", amount: 20_000_000n },
      { reversalId: "re_1:returned", amount: -20_000_000n },
    ]);
  });

  it("of another product's payment, or of no payment intent, is none of ours", async () => {
    knowsPayment({ metadata: {} });
    expect(await told(event("refund.created", refund()))).toEqual([]);
    expect(await told(event("refund.created", refund({ payment_intent: null })))).toEqual([]);
  });

  it("by a charge is read refund by refund, over all pages", async () => {
    const pages: (string | null)[] = [];
    server.use(
      http.get("https://api.stripe.com/v1/refunds", ({ request }) => {
        const { searchParams } = new URL(request.url);
        expect(searchParams.get("charge")).toBe("ch_1");
        const after = searchParams.get("starting_after");
        pages.push(after);
        const data = after === null ? [refund()] : [refund({ id: "re_2", amount: 500 })];
        const list = { object: "list", url: "/v1/refunds", has_more: after === null } as const;
        return HttpResponse.json({ ...list, data } satisfies Omit<
          Stripe.ApiList<Partial<Stripe.Refund>>,
          "lastResponse"
        >);
      }),
    );
    const charge = {
      id: "ch_1",
      amount_refunded: 2_500,
      metadata: depositMark,
      payment_intent: "pi_1",
    } satisfies Partial<Stripe.Charge>;
    expect(await told(event("charge.refunded", charge))).toMatchObject([
      { reversalId: "re_1", amount: 20_000_000n },
      { reversalId: "re_2", amount: 5_000_000n },
    ]);
    expect(pages).toEqual([null, "re_1"]);
  });

  it("by a charge of another product asks Stripe for nothing", async () => {
    const charge = { id: "ch_1", amount_refunded: 2_500, metadata: {}, payment_intent: "pi_1" };
    expect(await told(event("charge.refunded", charge))).toEqual([]);
  });

  it("fails when Stripe cannot be asked, so that it is sent again", async () => {
    server.use(
      http.get("https://api.stripe.com/v1/payment_intents/pi_1", () => HttpResponse.error()),
    );
    await expect(told(event("refund.created", refund()))).rejects.toMatchObject({
      code: "payment_processor_error",
      status: 500,
    });
  });
});

describe("a dispute that is told", () => {
  const moved = (amount: number, created: number, currency = "usd") =>
    ({
      id: `txn_${created}`,
      object: "balance_transaction",
      amount,
      created,
      currency,
    }) as Stripe.BalanceTransaction;

  it("is what was withdrawn, without the fee, which is no part of the payment", async () => {
    knowsPayment();
    const object = dispute({ balance_transactions: [moved(-5_000, 1)] });
    expect(await told(event("charge.dispute.funds_withdrawn", object))).toMatchObject([
      { reversalId: "du_1:withdrawn:1", amount: 50_000_000n, reason: "dispute" },
    ]);
  });

  it("is each movement by its own number, in the order in which they were made", async () => {
    knowsPayment();
    const transactions = [moved(3_000, 2), moved(-5_000, 1), moved(-3_000, 3)];
    const object = dispute({ balance_transactions: transactions });
    expect(await told(event("charge.dispute.funds_reinstated", object))).toMatchObject([
      { reversalId: "du_1:withdrawn:1", amount: 50_000_000n },
      { reversalId: "du_1:reinstated:1", amount: -30_000_000n },
      { reversalId: "du_1:withdrawn:2", amount: 30_000_000n },
    ]);
  });

  it("in an account of another currency is the disputed dollars", async () => {
    knowsPayment();
    const object = dispute({ balance_transactions: [moved(-4_400, 1, "eur")] });
    expect(await told(event("charge.dispute.funds_withdrawn", object))).toMatchObject([
      { amount: 50_000_000n, currency: "usd" },
    ]);
  });

  it.each([
    ["charge.dispute.funds_withdrawn", ["du_1:withdrawn:1"]],
    ["charge.dispute.funds_reinstated", ["du_1:withdrawn:1", "du_1:reinstated:1"]],
  ] as const)("by %s without its movements is taken at its word", async (type, ids) => {
    knowsPayment();
    const movements = (await told(event(type, dispute()))) ?? [];
    expect(
      movements.map((movement) => movement.kind === "reversed" && movement.reversalId),
    ).toEqual(ids);
  });
});
