import { describe, expect, it } from "vitest";
import { standInContext } from "./stand-in-account.fixture.ts";

const context = standInContext();

describe("a deposit through Stripe", () => {
  it("is credited on return, once, with the amount that Stripe collected", async () => {
    const { treasury, stripe } = context;
    const session = await treasury.startDeposit({ workspaceId: "acme", amountUsd: 12.34 });
    expect(session).toMatchObject({ amountUsd: 12.34, workspaceId: "acme" });
    const sessionId = session.id;
    const unpaid = await treasury.confirmDeposit({ workspaceId: "acme", sessionId });
    expect([unpaid.paid, unpaid.state.balanceUsd]).toEqual([false, 0]);
    stripe.pay(sessionId);
    const paid = await treasury.confirmDeposit({ workspaceId: "acme", sessionId });
    expect(paid).toMatchObject({ paid: true, duplicate: false, depositedUsd: 12.34 });
    expect(paid.state).toMatchObject({ balanceUsd: 12.34, paymentMode: "test" });
    const again = await treasury.confirmDeposit({ workspaceId: "acme", sessionId });
    expect([again.duplicate, again.state.balanceUsd]).toEqual([true, 12.34]);
  });

  it("is credited by the webhook without a return, and not again by a later return", async () => {
    const sessionId = await context.open(50);
    const event = context.stripe.pay(sessionId);
    expect(await context.deliver(event)).toEqual({
      status: 200,
      body: { received: true, outcomes: ["credited"] },
    });
    expect((await context.deliver(event)).body).toMatchObject({ outcomes: ["duplicate"] });
    const { duplicate, state } = await context.treasury.confirmDeposit({
      workspaceId: "acme",
      sessionId,
    });
    expect([duplicate, state.balanceUsd, state.ledger.length]).toEqual([true, 50, 1]);
  });

  it("by a delayed payment method is credited when it is paid", async () => {
    const sessionId = await context.open(50);
    expect((await context.deliver(context.stripe.payLater(sessionId))).body).toMatchObject({
      outcomes: [],
    });
    const completed = await context.treasury.confirmDeposit({ workspaceId: "acme", sessionId });
    expect([completed.paid, completed.state.balanceUsd]).toEqual([false, 0]);
    expect((await context.deliver(context.stripe.settle(sessionId))).body).toMatchObject({
      outcomes: ["credited"],
    });
    expect((await context.treasury.state("acme")).balanceUsd).toBe(50);
  });

  it("by a delayed payment method that fails is not credited", async () => {
    const sessionId = await context.open(50);
    await context.deliver(context.stripe.payLater(sessionId));
    expect(await context.deliver(context.stripe.failPayment(sessionId))).toEqual({
      status: 200,
      body: { received: true, outcomes: [] },
    });
    expect((await context.treasury.state("acme")).balanceUsd).toBe(0);
  });

  it("is credited once when the session's metadata changes between deposit and revenue", async () => {
    for (const purpose of ["deposit", "revenue"]) {
      const sessionId = await context.open(50, purpose);
      const paid = context.stripe.pay(sessionId);
      const changed = structuredClone(paid) as { data: { object: { metadata: object } } };
      changed.data.object.metadata = {
        agent_treasury: "revenue",
        agent_treasury_workspace: purpose,
      };
      const order = purpose === "deposit" ? [paid, changed] : [changed, paid];
      const outcomes = [];
      for (const event of order) outcomes.push((await context.deliver(event)).body["outcomes"]);
      expect(outcomes).toEqual([["credited"], ["duplicate"]]);
      expect((await context.treasury.state(purpose)).balanceUsd).toBe(50);
    }
  });

  it("of another workspace is rejected on return", async () => {
    const sessionId = await context.open(50, "acme");
    context.stripe.pay(sessionId);
    await expect(
      context.treasury.confirmDeposit({ workspaceId: "other", sessionId }),
    ).rejects.toMatchObject({ code: "deposit_belongs_elsewhere" });
  });

  it("is not a sale of another product of the account or an offer's payment", async () => {
    const elsewhere = context.stripe.sellElsewhere(9_900, { order: "17" });
    const revenue = { agent_treasury: "revenue", agent_treasury_workspace: "acme" };
    const offered = context.stripe.sellElsewhere(9_900, revenue);
    for (const sessionId of [elsewhere, offered]) {
      await expect(
        context.treasury.confirmDeposit({ workspaceId: "acme", sessionId }),
      ).rejects.toMatchObject({ code: "deposit_belongs_elsewhere" });
    }
    expect((await context.treasury.state("acme")).balanceUsd).toBe(0);
  });

  it.each(["..", "cs_unknown", "cs_1/../../refunds", "../refunds", "%2e%2e", "", " "])(
    "is not found for the session id %j",
    async (sessionId) => {
      await expect(
        context.treasury.confirmDeposit({ workspaceId: "acme", sessionId }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^(?:payment_|invalid_)/) });
      expect(context.stripe.calls).toEqual([]);
    },
  );
});
