import { type PaymentExecutor, Micros } from "@agent-treasury/provider";
import { scriptedExecutor, scriptedModel } from "@agent-treasury/sandbox";
import { paymentExecutorConformance } from "@agent-treasury/testing";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { stripePayments } from "../stripe-payments.ts";
import { IssuingAccount, cardCvc, cardNumber, eventOf } from "./issuing-account.fixture.ts";
import type { IssuedCard } from "./issuing-options.ts";
import { spendOrder } from "./spend-order.fixture.ts";
import { stripeIssuingExecutor } from "./stripe-issuing-executor.ts";

const apiKey = "sk_test_51StandInKey00000000";
const webhookSecret = "whsec_standInSecret000000000";
const workspaceId = "acme";
const quotedOnly: PaymentExecutor = { ...scriptedExecutor({ mode: "test" }), needsQuote: true };
const server = setupServer();
let account: IssuingAccount;
let cards: IssuedCard[];
let executor: PaymentExecutor;
let deliver: (card: IssuedCard) => Promise<void>;

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  account = new IssuingAccount();
  cards = [];
  deliver = async (card) => {
    cards.push(card);
  };
  server.resetHandlers(...account.handlers);
  executor = stripeIssuingExecutor({
    apiKey,
    cardholder: "ich_1",
    maximumRetries: 0,
    deliverCard: (card) => deliver(card),
    categories: { software: ["computer_software_stores"] },
  });
});

describe("Stripe Issuing", () => {
  paymentExecutorConformance(
    { describe, it, expect },
    {
      create: () => executor,
      countPayments: (_executor, proposalId) => account.cardsOf(proposalId).length,
      finish: async (_executor, proposalId) => {
        account.capture(account.cardsOf(proposalId)[0]?.id ?? "", 500);
      },
      declined: { amount: Micros.of(9_999n) },
      createFailing: () => {
        account.failing = { after: true, response: () => HttpResponse.error() };
        return executor;
      },
    },
  );
});

describe("a spend paid by card", () => {
  let treasury: Treasury;
  let failures: unknown[];

  beforeEach(() => {
    failures = [];
    treasury = createTreasury({
      baseUrl: "https://treasury.example",
      storage: memoryStorage(),
      model: scriptedModel(),
      payments: { processor: stripePayments({ apiKey, webhookSecret, maximumRetries: 0 }) },
      // The card pays what has no quote.
      executors: [{ executor: quotedOnly }, { executor, timeoutSeconds: 5 }],
      budget: { startingCapitalUsd: 1_000 },
      recoverySeconds: false,
      onFailure: ({ error }) => failures.push(error),
    });
  });
  afterEach(() => treasury.close());

  async function buy(message = "buy a lamp from Acme for $30.009") {
    const { state } = await treasury.runTurn({ workspaceId, message });
    const proposalId = state.proposals[0]?.id ?? "";
    return treasury.decide({ workspaceId, proposalId, decision: "approve" });
  }

  async function deliverEvent(event: object): Promise<number> {
    const body = JSON.stringify(event);
    const { webhooks } = new Stripe(apiKey);
    const signature = await webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: webhookSecret,
    });
    const url = "https://treasury.example/api/service/treasury/webhook";
    const headers = { "stripe-signature": signature, "content-type": "application/json" };
    return (await treasury.handler(new Request(url, { method: "POST", body, headers }))).status;
  }

  it("is approved and held while the card is open for one payment of that amount", async () => {
    const { id, status, reference } = await buy();
    expect([status, reference]).toEqual(["approved", "ic_1"]);
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 30.009, balanceUsd: 1_000 });
    expect(cards).toEqual([
      {
        proposalId: id,
        workspaceId,
        vendor: "Acme",
        purpose: "a lamp",
        cardId: "ic_1",
        limit: 30_000_000n,
        number: cardNumber,
        cvc: cardCvc,
        expiryMonth: 12,
        expiryYear: 2030,
      },
    ]);
    expect(Object.fromEntries(account.asked[0] ?? [])).toMatchObject({
      cardholder: "ich_1",
      type: "virtual",
      "spending_controls[spending_limits][0][amount]": "3000",
      "lifecycle_controls[cancel_after][payment_count]": "1",
      "metadata[agent_treasury_workspace]": workspaceId,
    });
  });

  it("settles once with the captured amount, which may exceed the approved amount", async () => {
    await buy();
    const event = account.capture("ic_1", 3_500);
    expect([await deliverEvent(event), await deliverEvent(event)]).toEqual([200, 200]);
    const { proposals, heldUsd, expenseUsd } = await treasury.state(workspaceId);
    expect([heldUsd, expenseUsd]).toEqual([0, 35]);
    expect(proposals[0]).toMatchObject({ status: "executed", capturedUsd: 35, reference: "ic_1" });
    expect(proposals[0]?.attention).toContain("more than was approved");
    await treasury.recover();
    expect((await treasury.state(workspaceId)).expenseUsd).toBe(35);
  });

  it("is released when the card is closed unused and has no open payment", async () => {
    await buy();
    account.authorizations.push({
      id: "iauth_1",
      card: account.card("ic_1"),
      status: "pending",
    } as Stripe.Issuing.Authorization);
    expect(await deliverEvent(account.close("ic_1"))).toBe(200);
    expect((await treasury.state(workspaceId)).heldUsd).toBe(30.009);
    account.authorizations.length = 0;
    const reversed = { card: account.card("ic_1"), status: "reversed" };
    expect(await deliverEvent(eventOf("issuing_authorization.updated", reversed))).toBe(200);
    const { proposals, heldUsd } = await treasury.state(workspaceId);
    expect(heldUsd).toBe(0);
    expect(proposals[0]).toMatchObject({
      status: "failed",
      failure: "The card was closed without a payment.",
    });
  });

  it("ignores other cards and currencies", async () => {
    await buy();
    const foreign = { ...account.card("ic_1"), id: "ic_9", metadata: {} };
    account.cards.set("ic_9", foreign);
    expect(await deliverEvent(account.capture("ic_9", 500))).toBe(200);
    expect(await deliverEvent(account.close("ic_9"))).toBe(200);
    expect(await treasury.state(workspaceId)).toMatchObject({ expenseUsd: 0, heldUsd: 30.009 });
  });

  it("stays held when the card cannot be delivered, and then delivers the same card", async () => {
    const working = deliver;
    deliver = () => Promise.reject(new Error("The payer is away."));
    expect(await buy()).toMatchObject({ status: "approved" });
    deliver = working;
    const proposalId = (await treasury.state(workspaceId)).proposals[0]?.id ?? "";
    const order = spendOrder(proposalId);
    expect(await executor.find(order)).toEqual({ kind: "not_sent" });
    expect((await executor.pay(order)).kind).toBe("in_progress");
    expect(account.cardsOf(proposalId)).toHaveLength(1);
    expect(cards).toHaveLength(1);
    await executor.pay(order);
    expect(cards).toHaveLength(1);
    expect((await executor.find(order)).kind).toBe("in_progress");
  });

  it("is restricted to the merchant category that the proposal's category names", async () => {
    await executor.pay({ ...spendOrder("prop_1"), category: "software" });
    await executor.pay({ ...spendOrder("prop_2"), category: "constructor" });
    const name = "spending_controls[allowed_categories][0]";
    expect(account.asked.map((fields) => fields.get(name))).toEqual([
      "computer_software_stores",
      null,
    ]);
  });

  it("is declined when Stripe rejects the card request, and unknown when Stripe fails", async () => {
    account.failing = failingWith(400, "invalid_request_error");
    expect((await executor.pay(spendOrder("prop_1"))).kind).toBe("declined");
    account.failing = failingWith(500, "api_error");
    await expect(executor.pay(spendOrder("prop_2"))).rejects.toMatchObject({
      code: "payment_processor_error",
    });
  });

  it("discloses the card's number only to the payer", async () => {
    const logged = vi.spyOn(console, "error");
    const printed = vi.spyOn(console, "log");
    deliver = ({ number, cvc }) => Promise.reject(new Error(`Cannot pay with ${number} ${cvc}`));
    const refused = await buy();
    account.failing = {
      after: true,
      response: () =>
        HttpResponse.json(
          { error: { type: "api_error", message: `${cardNumber} failed` } },
          { status: 500 },
        ),
    };
    const failed = await buy("buy a chair from Acme for $30").catch((error: unknown) => error);
    deliver = async () => {};
    await deliverEvent(account.capture("ic_1", 3_000));
    await treasury.recover();
    const state = await treasury.state(workspaceId);
    const turn = await treasury.runTurn({ workspaceId, message: "how much is left" });
    const told = JSON.stringify([
      refused,
      describeError(failed),
      state,
      turn,
      failures.map(describeError),
      logged.mock.calls,
      printed.mock.calls,
    ]);
    expect(told).not.toContain(cardNumber);
    // Ids and digests may contain its three digits.
    expect(told).not.toMatch(new RegExp(`\\b${cardCvc}\\b`));
    expect(state.expenseUsd).toBe(30);
  });
});

function failingWith(status: number, type: string) {
  const response = () => HttpResponse.json({ error: { type, message: "No." } }, { status });
  return { after: false, response };
}

/** Everything that an error would show in a log. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return `${error.stack} ${error.message} ${describeError(error.cause ?? null)}`;
}
