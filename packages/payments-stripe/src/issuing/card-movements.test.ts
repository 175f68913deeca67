import type { JsonObject } from "@agent-treasury/provider";
import { setupServer } from "msw/node";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { type CardTreasury, cardTreasury } from "./card-treasury.fixture.ts";
import { eventOf, IssuingAccount } from "./issuing-account.fixture.ts";
import { spendOrder } from "./spend-order.fixture.ts";

const server = setupServer();
let account: IssuingAccount;
let world: CardTreasury;

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  account = new IssuingAccount();
  server.resetHandlers(...account.handlers);
  world = cardTreasury();
});
afterEach(() => world.treasury.close());

async function money(): Promise<readonly [balance: number, held: number, spentToday: number]> {
  const { balanceUsd, heldUsd, spentTodayUsd } = await world.treasury.state("acme");
  expect((await world.treasury.verify("acme")).problem).toBeNull();
  return [balanceUsd, heldUsd, spentTodayUsd];
}

describe("parts of a payment", () => {
  it("keep the rest held until the authorization is closed", async () => {
    await world.buy();
    account.authorize("ic_1", 3_000);
    const [first, second] = [account.capture("ic_1", 1_000), account.capture("ic_1", 500)];
    expect(await world.deliver(second)).toBe(200);
    expect(await world.deliver(first)).toBe(200);
    expect(await money()).toEqual([985, 15, 15]);
    expect(await world.deliver(account.endAuthorization("iauth_1", "closed"))).toBe(200);
    expect(await money()).toEqual([985, 0, 15]);
    const { proposals } = await world.treasury.state("acme");
    expect(proposals[0]).toMatchObject({ status: "executed", capturedUsd: 15, attention: null });
    expect(await world.deliver(first)).toBe(200);
    expect(await money()).toEqual([985, 0, 15]);
  });

  it("are found without events", async () => {
    const { id } = await world.buy();
    account.authorize("ic_1", 3_000);
    account.capture("ic_1", 1_000);
    const parts = { captures: [{ id: "ipi_1", amount: 10_000_000n }], reference: "ic_1" };
    const order = spendOrder(id);
    expect(await world.executor.find(order)).toEqual({ kind: "in_progress", ...parts });
    account.endAuthorization("iauth_1", "reversed");
    expect(await world.executor.find(order)).toEqual({ kind: "executed", ...parts });
  });
});

describe("a refund to a card", () => {
  it("of another account is read there", async () => {
    const order = spendOrder("prop_1");
    await world.executor.pay(order);
    const { data } = account.refund("ic_1", 1_200) as { data: { object: JsonObject } };
    const asked: (string | null)[] = [];
    server.events.on("request:start", ({ request }) => {
      asked.push(request.headers.get("stripe-account"));
    });
    onTestFinished(() => server.events.removeAllListeners());
    const notices = await world.executor.notices?.({
      kind: "spend",
      id: "evt_1",
      name: "issuing_transaction.created",
      occurredAt: 0,
      object: data.object,
      account: "acct_2",
    });
    expect(notices).toMatchObject([{ kind: "refunded", refunds: [{ amount: 12_000_000n }] }]);
    expect(asked).toEqual(["acct_2", "acct_2", "acct_2"]);
  });

  it("is credited once, and charged again if it is taken back", async () => {
    await world.buy();
    await world.deliver(account.capture("ic_1", 3_000));
    const refund = account.refund("ic_1", 1_200);
    expect([await world.deliver(refund), await world.deliver(refund)]).toEqual([200, 200]);
    expect(await money()).toEqual([982, 0, 30]);
    await world.deliver(account.refund("ic_1", -1_200));
    expect(await money()).toEqual([970, 0, 42]);
  });

  it("is credited with its payment, whose event is late", async () => {
    await world.buy();
    const captured = account.capture("ic_1", 3_000);
    await world.deliver(account.refund("ic_1", 3_000));
    expect(await money()).toEqual([1_000, 0, 30]);
    await world.deliver(captured);
    expect(await money()).toEqual([1_000, 0, 30]);
    const { proposals } = await world.treasury.state("acme");
    expect(proposals[0]).toMatchObject({ capturedUsd: 30, refundedUsd: 30, attention: null });
  });
});

describe("a real-time authorization", () => {
  it("is approved up to what is held, in the form that Stripe requires", async () => {
    await world.buy();
    const response = await world.ask(account.authorize("ic_1", 3_000));
    expect(response.status).toBe(200);
    expect(response.headers.get("stripe-version")).toBe("2026-10-28");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe('{"approved":true}');
  });

  it("is declined above that, also when it is increased", async () => {
    await world.buy();
    expect(await world.isApproved(account.authorize("ic_1", 2_000))).toBe(true);
    expect(await world.isApproved(account.authorize("ic_1", 1_001))).toBe(false);
    expect(await world.isApproved(account.authorize("ic_1", 1_000))).toBe(true);
    expect(await world.isApproved(account.authorize("ic_1", 1, "iauth_2"))).toBe(false);
  });

  it("can be approved again once another one was reversed or declined", async () => {
    await world.buy();
    expect(await world.isApproved(account.authorize("ic_1", 3_000))).toBe(true);
    expect(await world.isApproved(account.authorize("ic_1", 3_000, "iauth_2"))).toBe(false);
    await world.deliver(account.endAuthorization("iauth_1", "reversed"));
    expect(await world.isApproved(account.authorize("ic_1", 3_000, "iauth_3"))).toBe(true);
    const declined = { id: "iauth_3", approved: false, status: "closed", card: { id: "ic_1" } };
    await world.deliver(eventOf("issuing_authorization.created", declined));
    expect(await world.isApproved(account.authorize("ic_1", 3_000, "iauth_4"))).toBe(true);
  });

  it("is declined for other cards, currencies, accounts and events, and for paid spends", async () => {
    await world.buy();
    account.cards.set("ic_9", { ...account.card("ic_1"), id: "ic_9", metadata: {} });
    const asked = account.authorize("ic_1", 100) as { data: { object: object } };
    const request = { amount: 100, currency: "eur" };
    const inEuro = { data: { object: { ...asked.data.object, pending_request: request } } };
    const notAsked = { data: { object: { ...asked.data.object, pending_request: null } } };
    const requests = [
      account.authorize("ic_9", 100, "iauth_9"),
      { ...asked, ...inEuro },
      { ...asked, ...notAsked },
      { ...asked, account: "acct_other" },
      { ...asked, type: "issuing_authorization.created" },
    ];
    for (const one of requests) expect(await world.isApproved(one)).toBe(false);
    account.endAuthorization("iauth_1", "closed");
    await world.deliver(account.capture("ic_1", 500));
    expect(await world.isApproved(account.authorize("ic_1", 100))).toBe(false);
  });

  it("is declined if a part of it is missing", async () => {
    await world.buy();
    const asked = account.authorize("ic_1", 100) as { data: { object: Record<string, unknown> } };
    for (const missing of ["id", "card", "pending_request", "request_history"]) {
      const { [missing]: _, ...object } = asked.data.object;
      for (const incomplete of [object, { ...object, [missing]: null }]) {
        const request = { ...asked, data: { object: incomplete } };
        expect([missing, await world.isApproved(request)]).toEqual([missing, false]);
      }
    }
    expect(await world.isApproved(asked)).toBe(true);
  });

  it("is refused if its signature is of another endpoint, or its mode is live", async () => {
    await world.buy();
    const asked = account.authorize("ic_1", 100);
    expect((await world.ask(asked, "whsec_standInSecret000000000")).status).toBe(400);
    expect((await world.ask({ ...asked, livemode: true })).status).toBe(400);
  });
});

describe("the test before a hold", () => {
  it("compares the amount with the balance of Issuing, if Stripe reports it", async () => {
    const order = spendOrder("prop_1");
    const preflight = async () => world.executor.preflight?.(order);
    account.availableCents = null;
    expect(await preflight()).toEqual({ kind: "ready" });
    account.availableCents = 3_000;
    expect(await preflight()).toEqual({ kind: "ready" });
    account.availableCents = 2_999;
    expect(await preflight()).toEqual({
      kind: "insufficient_funds",
      reason: "The Issuing balance at Stripe is $29.99.",
    });
  });
});
