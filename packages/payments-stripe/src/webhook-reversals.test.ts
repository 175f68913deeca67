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

async function told(content: object | string) {
  return payments.events?.(await delivered(content));
}

/** Adds the payment that a refund or a dispute names to the stand-in. */
function knowsPayment(changes: Partial<Stripe.PaymentIntent> = {}): void {
  server.use(
    http.get("https://api.stripe.com/v1/payment_intents/pi_1", () =>
      HttpResponse.json(paymentIntent(changes) satisfies Partial<Stripe.PaymentIntent>),
    ),
  );
}

function moved(amount: number, created: number, currency = "usd") {
  const id = `txn_${created}`;
  return { id, amount, created, currency } as Stripe.BalanceTransaction;
}

describe("a reported refund", () => {
  it.each(["refund.created", "refund.updated", "charge.refund.updated"] as const)(
    "by %s is one movement for the workspace of its payment",
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

  it.each(["failed", "canceled"])("as %s is a debit and a credit", async (status) => {
    knowsPayment();
    const movements = await told(event("refund.updated", refund({ status })));
    expect(movements).toMatchObject([
      { reversalId: "re_1", amount: 20_000_000n },
      { reversalId: "re_1:returned", amount: -20_000_000n },
    ]);
  });

  it("of another product's payment, or without a payment intent, is ignored", async () => {
    knowsPayment({ metadata: {} });
    expect(await told(event("refund.created", refund()))).toEqual([]);
    expect(await told(event("refund.created", refund({ payment_intent: null })))).toEqual([]);
  });

  it("by a charge is read refund by refund over all pages", async () => {
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

  it("by a charge of another product sends no request to Stripe", async () => {
    const charge = { id: "ch_1", amount_refunded: 2_500, metadata: {}, payment_intent: "pi_1" };
    expect(await told(event("charge.refunded", charge))).toEqual([]);
  });

  it("fails when Stripe cannot be reached, so that it is sent again", async () => {
    server.use(
      http.get("https://api.stripe.com/v1/payment_intents/pi_1", () => HttpResponse.error()),
    );
    await expect(told(event("refund.created", refund()))).rejects.toMatchObject({
      code: "payment_processor_error",
      status: 500,
    });
  });
});

describe("a reported dispute", () => {
  it("is the withdrawn amount, without the fee, which is not part of the payment", async () => {
    knowsPayment();
    const object = dispute({ balance_transactions: [moved(-5_000, 1)] });
    expect(await told(event("charge.dispute.funds_withdrawn", object))).toMatchObject([
      { reversalId: "du_1:withdrawn:1", amount: 50_000_000n, reason: "dispute" },
    ]);
  });

  it("is each movement by its own number in order of creation", async () => {
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
  ] as const)("by %s without its movements is read from the event", async (type, ids) => {
    knowsPayment();
    const movements = (await told(event(type, dispute()))) ?? [];
    expect(
      movements.map((movement) => movement.kind === "reversed" && movement.reversalId),
    ).toEqual(ids);
  });
});

const listOf = (...data: readonly object[]) => ({ object: "list", has_more: false, data });

/** Stripe knows the objects of an account only in requests that name it. */
function knowsInAccount(path: string, answer: object, elsewhere?: object): void {
  server.use(
    http.get(`https://api.stripe.com/v1/${path}`, ({ request }) => {
      if (request.headers.get("stripe-account") === "acct_2") return HttpResponse.json(answer);
      if (elsewhere !== undefined) return HttpResponse.json(elsewhere);
      const error = { type: "invalid_request_error", code: "resource_missing" };
      return HttpResponse.json({ error }, { status: 404 });
    }),
  );
}

describe("the payments of another account that counts", () => {
  const configured = stripePayments({
    apiKey,
    webhookSecret,
    webhookAccounts: ["acct_2"],
    maximumRetries: 0,
  });
  it.each([{ account: "acct_2" }, { context: "acct_2" }])("are reversed by %o", async (other) => {
    knowsInAccount("payment_intents/pi_1", paymentIntent());
    knowsInAccount("refunds", listOf(refund({ id: "re_2" })));
    const reversals = async (type: Stripe.Event.Type, object: object) =>
      configured.events?.(await delivered(event(type, object, other)));
    expect(await reversals("refund.created", refund())).toMatchObject([{ reversalId: "re_1" }]);
    const withdrawn = await reversals("charge.dispute.funds_withdrawn", dispute());
    expect(withdrawn).toMatchObject([{ reversalId: "du_1:withdrawn:1" }]);
    const charge = { id: "ch_1", metadata: depositMark, payment_intent: "pi_1" };
    expect(await reversals("charge.refunded", charge)).toMatchObject([{ reversalId: "re_2" }]);
  });

  it.each([[["acct_2"]], [["acct_2", " acct_2", ""]]])(
    "are in the records of %j",
    async (names) => {
      const intent = paymentIntent() as Stripe.PaymentIntent;
      knowsInAccount("checkout/sessions", listOf(session({ id: "cs_test_2" })), listOf(session()));
      knowsInAccount("refunds", listOf(refund({ id: "re_2", payment_intent: intent })), listOf());
      knowsInAccount("disputes", listOf(), listOf());
      const { records } = stripePayments({ apiKey, webhookAccounts: names, maximumRetries: 0 });
      const found: unknown[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < 6; pages += 1) {
        const page: Awaited<ReturnType<NonNullable<typeof records>["list"]>> | undefined =
          await records?.list({ from: 0, to: 2e12, cursor });
        found.push(...(page?.items ?? []).map(({ event: one }) => one));
        cursor = page?.cursor ?? null;
      }
      expect(cursor).toBeNull();
      expect(found).toMatchObject([
        { checkoutId: "cs_test_1" },
        { checkoutId: "cs_test_2" },
        { reversalId: "re_2" },
      ]);
    },
  );
});
