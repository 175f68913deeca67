import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apiKey, webhookSecret } from "./stand-in-account.fixture.ts";
import { delivered, depositMark, event, session } from "./stripe-objects.fixture.ts";
import { stripePayments } from "./stripe-payments.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
afterEach(() => server.resetHandlers());

const payments = stripePayments({ apiKey, webhookSecret, maximumRetries: 0 });

async function told(content: object | string, signing = {}) {
  return payments.events?.(await delivered(content, signing));
}

function completed(livemode: boolean) {
  return delivered(event("checkout.session.completed", session({ livemode }), { livemode }));
}

describe("a delivery to the webhook", () => {
  it("is accepted when the SDK's signature of its bytes is valid", async () => {
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
  ])("is rejected when it was signed %s", async (_when, signing) => {
    const rejection = told(event("checkout.session.completed", session()), signing);
    await expect(rejection).rejects.toMatchObject({ code: "webhook_signature_invalid" });
  });

  it.each([
    ["null", "null"],
    ["a text", '"event"'],
    ["without data", { type: "charge.refunded" }],
    ["with data null", { type: "charge.refunded", data: null }],
    ["without an object", { type: "checkout.session.completed", data: { object: null } }],
    ["without a type", { data: { object: {} } }],
  ])("is rejected as invalid if it is signed and %s", async (_what, content) => {
    await expect(told(content)).rejects.toMatchObject({
      code: "invalid_request",
      message: "The signed delivery is not an event with an object.",
    });
  });

  it("names what to change if it is a signed thin event", async () => {
    const thin = { id: "evt_1", object: "v2.core.event", type: "v1.charge.refunded" };
    await expect(told(thin)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/thin events \(v2\), and needs snapshot events/),
    });
    await expect(told(thin, { secret: "whsec_another" })).rejects.toMatchObject({
      code: "webhook_signature_invalid",
    });
  });

  it("is rejected by its headers before its body is read", async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    const signature = `v1=${"0".repeat(64)}`;
    for (const given of [
      undefined,
      "",
      `t=${seconds}`,
      signature,
      `t=${seconds},v0=${"0".repeat(64)}`,
      `t=${seconds},v1=00`,
      `t=,${signature}`,
      `t=1e99,${signature}`,
      `t=${seconds - 301},${signature}`,
    ]) {
      const headers: Record<string, string> =
        given === undefined ? {} : { "stripe-signature": given };
      expect(() => payments.checkDelivery?.(headers)).toThrow(
        expect.objectContaining({ code: "webhook_signature_invalid" }),
      );
    }
    const { headers } = await completed(false);
    expect(() => payments.checkDelivery?.(headers)).not.toThrow();
    const unset = stripePayments({ apiKey, webhookSecret: "" });
    expect(() => unset.checkDelivery?.(headers)).toThrow(
      expect.objectContaining({ code: "webhook_not_connected" }),
    );
  });

  it("is rejected when one byte changed or the signature is missing", async () => {
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

  it("is rejected when its mode differs from the key's", async () => {
    const live = stripePayments({ apiKey: "rk_live_51Any", webhookSecret });
    await expect(payments.events?.(await completed(true))).rejects.toMatchObject({
      code: "webhook_mode_mismatch",
    });
    await expect(live.events?.(await completed(false))).rejects.toMatchObject({
      code: "webhook_mode_mismatch",
    });
    expect(await live.events?.(await completed(true))).toHaveLength(1);
  });

  it("is rejected without a secret, naming the missing setting", async () => {
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
  ])("yields no events when it is about %s", async (_what, object) => {
    expect(await told(event("checkout.session.completed", object))).toEqual([]);
  });

  it.each(["checkout.session.async_payment_failed", "checkout.session.expired"] as const)(
    "yields no events when it is %s",
    async (type) => {
      expect(await told(event(type, session({ payment_status: "unpaid" })))).toEqual([]);
    },
  );

  it.each([
    "invoice.paid",
    "charge.dispute.created",
    "charge.dispute.closed",
    "payout.paid",
  ] as const)("yields no events when it is %s, which moves none of our money", async (type) => {
    expect(await told(event(type, { id: "x_1" }))).toEqual([]);
  });

  it("of a type unknown to the SDK yields no events", async () => {
    const unknown = { ...event("invoice.paid", {}), type: "something.new" };
    expect(await told(unknown)).toEqual([]);
  });

  it("reports revenue as revenue", async () => {
    const metadata = { ...depositMark, agent_treasury: "revenue" };
    const [payment] =
      (await told(event("checkout.session.completed", session({ metadata })))) ?? [];
    expect(payment).toMatchObject({ kind: "collected", purpose: "revenue" });
  });

  it("reports the events of issued cards", async () => {
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

describe("an event of another account", () => {
  const marks = [
    ["account", { account: "acct_2" }],
    ["context", { context: "acct_2" }],
  ] as const;

  it.each(marks)("named by `%s` credits nothing", async (_field, other) => {
    for (const type of [
      "checkout.session.completed",
      "checkout.session.async_payment_succeeded",
    ] as const) {
      expect(await told(event(type, session(), other))).toEqual([]);
    }
    expect(await told(event("issuing_transaction.created", { id: "ipi_1" }, other))).toEqual([]);
  });

  it.each(marks)("named by `%s` counts when that account is configured", async (_field, other) => {
    const configured = stripePayments({ apiKey, webhookSecret, webhookAccounts: ["acct_2"] });
    const ours = await delivered(event("checkout.session.completed", session(), other));
    expect(await configured.events?.(ours)).toHaveLength(1);
    const third = event("checkout.session.completed", session(), { ...other, account: "acct_3" });
    expect(await configured.events?.(await delivered(third))).toEqual([]);
  });

  it("can be configured in the environment", async () => {
    process.env["STRIPE_WEBHOOK_ACCOUNTS"] = "acct_1, acct_2";
    try {
      const other = event("checkout.session.completed", session(), { account: "acct_2" });
      expect(await told(other)).toHaveLength(1);
    } finally {
      delete process.env["STRIPE_WEBHOOK_ACCOUNTS"];
    }
  });
});

it("a live session in a test event is rejected", async () => {
  const live = event("checkout.session.completed", session({ livemode: true }));
  await expect(told(live)).rejects.toMatchObject({ code: "webhook_mode_mismatch" });
});
