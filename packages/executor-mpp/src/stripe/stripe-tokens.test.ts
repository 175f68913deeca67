import {
  Micros,
  type PaymentExecutor,
  type SharedPaymentToken,
  type SpendOrder,
} from "@agent-treasury/provider";
import { paymentExecutorConformance } from "@agent-treasury/testing";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Challenge } from "mppx";
import { describe, expect, it, onTestFinished } from "vitest";
import { mppStripeExecutor } from "./mpp-stripe-executor.ts";
import {
  ask,
  paymentsOf,
  plainGet,
  quoting,
  type StripeRail,
  stripeRail,
} from "./stripe-rail.fixture.ts";

const path = "/weather";
const price = Micros.of("5000000");

function challengeOf({ quote }: SpendOrder): string {
  const challenge = quote?.terms["challenge"];
  return typeof challenge === "string" ? challenge : "";
}

/** Quotes a changed challenge of the seller, and returns why it is refused. */
async function refusalOf(
  change: (challenge: Challenge.Challenge) => object,
): Promise<string | null> {
  const rail = await stripeRail();
  const challenge = Challenge.deserialize(challengeOf(await rail.hold()));
  const changed = Challenge.serialize({ ...change(challenge), id: "another" } as never);
  rail.seller.behave = () => ({ status: 402, headers: { "www-authenticate": changed } });
  const answer = await rail.quote();
  return answer.kind === "unsupported" ? answer.reason : null;
}

/** An order whose challenge is over. */
async function late(rail: StripeRail): Promise<SpendOrder> {
  const order = await rail.hold("/three");
  rail.clock.advance(600);
  return order;
}

describe("shared payment tokens at a stand-in of Stripe", () => {
  const rails = new Map<PaymentExecutor, StripeRail>();
  const create = async (timeoutSeconds = 20): Promise<PaymentExecutor> => {
    const rail = await stripeRail();
    const executor = quoting(rail, rail.create({ timeoutSeconds }));
    rails.set(executor, rail);
    return executor;
  };
  const railOf = (executor: PaymentExecutor): StripeRail => {
    const rail = rails.get(executor);
    if (rail === undefined) throw new Error("The executor has no rail.");
    return rail;
  };
  paymentExecutorConformance(
    { describe, it, expect },
    {
      create,
      createFailing: async () => {
        const executor = await create(1);
        const { seller } = railOf(executor);
        const { behave } = seller;
        seller.behave = (request, honest) =>
          request.headers.authorization === undefined ? behave(request, honest) : null;
        return executor;
      },
      challenge: async (executor) => {
        const { seller } = railOf(executor);
        const request = { ...plainGet, url: `${seller.origin}/` };
        return { answer: await ask(seller, request.url), request };
      },
      countPayments: (executor, proposalId) => paymentsOf(railOf(executor), proposalId),
    },
  );
});

describe("a charge by a shared payment token", () => {
  it("is pinned by the quote, and issues a token for this seller, price and time", async () => {
    const rail = await stripeRail();
    const order = await rail.order();
    expect(order.quote).toMatchObject({
      rail: "mpp_stripe",
      payee: rail.seller.origin,
      description: "A weather report",
      maximum: price,
      isFixed: true,
      terms: { sellerProfile: "profile_test_seller" },
    });
    expect(rail.stripe.calls).toEqual([]);
    expect(await rail.executor.pay(order)).toMatchObject({
      kind: "executed",
      captures: [{ id: `${rail.token()}:5000000`, amount: price }],
      resource: { status: 200, contentType: "text/plain" },
    });
    expect(await rail.tokens.read(rail.token())).toMatchObject({
      captured: price,
      ended: "consumed",
    });
    // It is charged once, at most its price, and by its seller alone.
    const token = { shared_payment_granted_token: rail.token(), confirm: "true" };
    const again = await rail.charge({ ...token, amount: "1", currency: "usd" });
    expect(again.status).toBe(400);
    expect(paymentsOf(rail, path)).toBe(1);
  });

  it.each(["the seller's answer", "the answer of Stripe to its issue"])(
    "is paid once after %s was lost, also by other processes",
    async (lost) => {
      const rail = await stripeRail();
      const order = await rail.order();
      const { behave } = rail.seller;
      if (lost === "the seller's answer") {
        rail.seller.behave = async (...request) => {
          await behave(...request);
          return request[0].headers.authorization === undefined ? behave(...request) : null;
        };
      } else {
        const issue: typeof rail.tokens.issue = async (token) => {
          await rail.tokens.issue(token);
          throw new Error("The answer was lost.");
        };
        await expect(rail.create({ tokens: { issue } }).pay(order)).rejects.toThrow("was lost");
        expect(await rail.executor.find(order)).toEqual({ kind: "repeatable" });
      }
      const outcomes = await Promise.all([1, 2, 3].map(() => rail.create().pay(order)));
      expect(outcomes.map(({ kind }) => kind)).toContain("executed");
      expect(await rail.executor.find(order)).toMatchObject({ kind: "executed" });
      expect(rail.stripe.tokenPayments).toHaveLength(1);
      const presented = rail.seller.paid.map(({ headers }) => headers.authorization);
      expect(new Set(presented).size).toBe(1);
    },
  );

  it("presents the token that was stored first, after Stripe forgot the key", async () => {
    const rail = await stripeRail();
    const order = await rail.order();
    let keys = 0;
    const issue: typeof rail.tokens.issue = async (token) => {
      keys += 1;
      return rail.tokens.issue({ ...token, idempotencyKey: `forgotten ${keys}` });
    };
    await Promise.all([1, 2, 3].map(() => rail.create({ tokens: { issue } }).pay(order)));
    expect(keys).toBe(3);
    expect(rail.stripe.tokenPayments).toHaveLength(1);
    const presented = rail.seller.paid.map(({ headers }) => headers.authorization);
    expect(new Set(presented).size).toBe(1);
  });

  it("is canceled before and after its token was issued, and never paid afterwards", async () => {
    const rail = await stripeRail();
    const unissued = await rail.order("/one");
    const issued = await rail.order("/two");
    const { behave } = rail.seller;
    rail.seller.behave = (request, honest) =>
      request.headers.authorization === undefined ? behave(request, honest) : null;
    const brief = rail.create({ timeoutSeconds: 0.1 });
    expect(await brief.pay(issued)).toEqual({ kind: "in_progress", reference: null });
    rail.seller.behave = behave;
    for (const [order, reason] of [
      [unissued, "canceled before a token was issued"],
      [issued, "revoked before the seller charged it"],
    ] as const) {
      expect(await rail.executor.find(order)).toEqual({ kind: "repeatable" });
      await rail.executor.cancel?.(order);
      const declined = { kind: "declined", reason: expect.stringContaining(reason) as unknown };
      expect(await rail.executor.pay(order)).toMatchObject(declined);
      expect(await rail.executor.find(order)).toMatchObject(declined);
    }
    expect(rail.stripe.tokenPayments).toEqual([]);
  });

  it("ends with its challenge, whether its token was issued or not", async () => {
    const rail = await stripeRail();
    const unissued = await rail.order("/one");
    const issued = await rail.order("/two");
    const { behave } = rail.seller;
    rail.seller.behave = () => null;
    await rail.create({ timeoutSeconds: 0.1 }).pay(issued);
    rail.seller.behave = behave;
    rail.clock.advance(295);
    expect(await rail.executor.find(issued)).toMatchObject({ kind: "in_progress" });
    rail.clock.advance(10);
    expect(await rail.executor.find(issued)).toMatchObject({
      kind: "declined",
      reason: expect.stringContaining("expired") as unknown,
    });
    expect(await rail.executor.pay(unissued)).toMatchObject({
      kind: "declined",
      reason: expect.stringContaining("challenge ended") as unknown,
    });
    await expect(rail.executor.prepare?.(await late(rail))).rejects.toThrow("challenge expired");
    expect(rail.stripe.tokenPayments).toEqual([]);
  });

  it("is bought by a treasury once, also after a lost answer and a freeze", async () => {
    const rail = await stripeRail();
    const { clock, seller, tokens } = rail;
    const { behave } = seller;
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl: "http://localhost:3000",
      storage: memoryStorage({ now: clock.now }),
      clock,
      budget: { startingCapitalUsd: 100 },
      recoverySeconds: false,
      executors: { executor: mppStripeExecutor({ tokens, timeoutSeconds: 1 }) },
      outbound: seller.outbound,
      paidFetch: { origins: [seller.origin] },
    });
    onTestFinished(() => treasury.close());
    const buy = (what: string) =>
      treasury.fetchPaid({ url: `${seller.origin}${what}`, purpose: "the weather" });
    expect(await buy("/one")).toMatchObject({
      proposal: { status: "executed", capturedUsd: 5, quote: { rail: "mpp_stripe" } },
      resource: { body: "Sunny" },
    });
    const losing: typeof behave = async (request, honest) => {
      const answer = await behave(request, honest);
      return request.headers.authorization === undefined ? answer : null;
    };
    seller.behave = losing;
    expect((await buy("/two")).proposal).toMatchObject({ status: "executed", capturedUsd: 5 });
    seller.behave = (request, honest) =>
      request.headers.authorization === undefined ? behave(request, honest) : null;
    expect((await buy("/three")).proposal).toMatchObject({ status: "approved" });
    await treasury.freezes.freeze({ scope: "workspace" });
    seller.behave = behave;
    for (let minutes = 0; minutes < 60; minutes += 10) {
      clock.advance(600);
      await treasury.recover();
    }
    expect((await buy("/three")).proposal).toMatchObject({ status: "failed" });
    expect(await treasury.state()).toMatchObject({ expenseUsd: 10, heldUsd: 0 });
    expect(["/one", "/two", "/three"].map((at) => paymentsOf(rail, at))).toEqual([1, 1, 0]);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("is presented by the deployment that prepared it alone", async () => {
    const rail = await stripeRail();
    const order = await rail.order();
    const copy = rail.create({ deploymentId: "d2" });
    await expect(copy.pay(order)).rejects.toThrow("belongs to another deployment");
    await expect(copy.cancel?.(order)).rejects.toThrow("belongs to another deployment");
    expect(await copy.find(order)).toEqual({ kind: "in_progress", reference: null });
    const other = { ...order, proposalId: "prop_other" };
    await expect(rail.executor.pay(other)).rejects.toThrow("another deployment or payment");
    expect(rail.seller.paid).toEqual([]);
  });

  it("pays one proposal for each challenge", async () => {
    const rail = await stripeRail();
    const held = await rail.hold();
    const prepared = await Promise.allSettled(
      [held, { ...held, proposalId: "prop_other" }].map(async (order) =>
        rail.create().prepare?.(order),
      ),
    );
    expect(prepared.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const headers = { "www-authenticate": challengeOf(held) };
    rail.seller.behave = () => ({ status: 402, headers });
    expect(await rail.quote()).toMatchObject({
      kind: "unsupported",
      reason: expect.stringContaining("of another payment") as unknown,
    });
  });

  it("is declined with Stripe's reason if no token is issued", async () => {
    const rail = await stripeRail("visa");
    const order = await rail.order();
    const reason = expect.stringContaining("No such PaymentMethod") as unknown;
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "declined", reason });
    const asking = await stripeRail("pm_requires_action");
    const asked = await asking.order();
    expect(await asking.executor.pay(asked)).toMatchObject({
      kind: "declined",
      reason: expect.stringContaining("action of its owner") as unknown,
    });
    expect([...rail.seller.paid, ...asking.seller.paid]).toEqual([]);
  });

  it("counts what the seller captures, also less, late and after its release", async () => {
    const rail = await stripeRail();
    const order = await rail.order();
    rail.seller.behave = () => ({ status: 500 });
    await rail.create({ timeoutSeconds: 0.1 }).pay(order);
    const token = { shared_payment_granted_token: rail.token(), confirm: "true", currency: "usd" };
    const authorized = await rail.charge({ ...token, amount: "200", capture_method: "manual" });
    const { id } = (await authorized.json()) as { readonly id: string };
    expect((await rail.charge({ ...token, amount: "100" })).status).toBe(200);
    expect(await rail.executor.find(order)).toMatchObject({ kind: "in_progress" });
    rail.clock.advance(301);
    const one = { id: `${rail.token()}:1000000`, amount: 1_000_000n };
    expect(await rail.executor.find(order)).toMatchObject({ kind: "executed", captures: [one] });
    const review = rail.executor.review;
    expect(await review?.(order, "executed", [one.id])).toMatchObject({ kind: "pending" });
    expect((await rail.charge({}, `/${id}/capture`)).status).toBe(200);
    const both = { id: `${rail.token()}:3000000`, amount: 3_000_000n };
    expect(await review?.(order, "executed", [one.id])).toMatchObject({
      kind: "reversed",
      captureIds: [one.id],
      replacedBy: { captures: [both], reference: rail.token() },
    });
    expect(await review?.(order, "declined", [])).toMatchObject({ kind: "paid", captures: [both] });
    expect(await review?.(order, "executed", ["a person's"])).toMatchObject({ kind: "pending" });
    rail.clock.advance(32 * 86_400);
    expect(await review?.(order, "executed", [both.id])).toEqual({ kind: "final" });
  });

  it.each<[SharedPaymentToken["ended"], object]>([
    ["resolved", { kind: "unknown" }],
    ["consumed", { kind: "in_progress" }],
    ["revoked", { kind: "declined" }],
  ])("without a capture and %s is %j", async (ended, finding) => {
    const rail = await stripeRail();
    const order = await rail.order();
    rail.seller.behave = () => ({ status: 500 });
    const read: typeof rail.tokens.read = async (id) => ({
      id,
      captured: Micros.zero,
      ended,
      needsOwner: false,
    });
    await rail.create({ timeoutSeconds: 0.1 }).pay(order);
    expect(await rail.create({ tokens: { read } }).find(order)).toMatchObject(finding);
  });

  it.each([
    ["another intent", { intent: "session" }, "does not ask for a charge"],
    ["an unknown header", { header: "cookie" }, "unknown header"],
    ["an invalid request", { request: {} }, "not valid"],
    ["the past", { expires: "2020-01-01T00:00:00Z" }, "less than 20 s"],
    ["no end that can be read", { expires: "soon" }, ""],
  ])("is not quoted from a challenge with %s", async (_, change, reason) => {
    expect(await refusalOf((challenge) => ({ ...challenge, ...change }))).toContain(reason);
  });

  it.each([
    ["another currency", { currency: "eur" }, "another currency"],
    ["half a cent", { amount: "0.5" }, "not valid"],
    ["nothing", { amount: "0" }, "not valid"],
    [
      "no card",
      { methodDetails: { networkId: "p", paymentMethodTypes: ["klarna"] } },
      "does not take cards",
    ],
  ])("is not quoted for %s", async (_, change, reason) => {
    const changed = (challenge: Challenge.Challenge) => {
      return { ...challenge, request: { ...challenge.request, ...change } };
    };
    expect(await refusalOf(changed)).toContain(reason);
  });
});
