import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { standInContext } from "./stand-in-account.fixture.ts";

const context = standInContext();

async function paid(amountUsd = 100): Promise<string> {
  const sessionId = await context.open(amountUsd);
  await context.deliver(context.stripe.pay(sessionId));
  return sessionId;
}

async function balance(): Promise<number> {
  return (await context.treasury.state("acme")).balanceUsd;
}

async function outcomesOf(...events: readonly object[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const event of events) outcomes.push((await context.deliver(event)).body["outcomes"]);
  return outcomes;
}

describe("a refund", () => {
  it("reverses its own amount, independent of the event that reports it", async () => {
    const sessionId = await paid();
    const [created, totalled] = context.stripe.refund(sessionId, 3_000);
    expect(await outcomesOf(totalled, created, totalled)).toEqual([
      ["reversed"],
      ["duplicate"],
      ["duplicate"],
    ]);
    expect(await balance()).toBe(70);
  });

  it("is not confused with a charge's running total", async () => {
    const sessionId = await paid();
    const [, first] = context.stripe.refund(sessionId, 3_000);
    const [, second] = context.stripe.refund(sessionId, 5_000);
    expect(second.data.object).toMatchObject({ amount_refunded: 8_000 });
    await outcomesOf(second, first, second);
    expect(await balance()).toBe(20);
    const { ledger } = await context.treasury.state("acme");
    expect(ledger.map(({ amountUsd }) => amountUsd).toSorted((a, b) => a - b)).toEqual([
      -50, -30, 100,
    ]);
  });

  it("that fails is credited back, and the balance is never too high in between", async () => {
    const sessionId = await paid();
    const [created] = context.stripe.refund(sessionId, 3_000);
    const failed = context.stripe.failRefund(sessionId);
    expect(await outcomesOf(failed)).toEqual([["reversed", "reversed"]]);
    expect(await balance()).toBe(100);
    expect(await outcomesOf(created, failed)).toEqual([["duplicate"], ["duplicate", "duplicate"]]);
    expect(await balance()).toBe(100);
  });

  it("that arrives before its credit waits for it", async () => {
    const sessionId = await context.open(100);
    const completed = context.stripe.pay(sessionId);
    const [created] = context.stripe.refund(sessionId, 4_000);
    expect(await outcomesOf(created, created, completed)).toEqual([
      ["waiting"],
      ["duplicate"],
      ["credited"],
    ]);
    expect(await balance()).toBe(60);
    expect((await context.treasury.verify("acme")).valid).toBe(true);
  });

  it("of a payment before a reset is recorded and changes no total", async () => {
    const sessionId = await paid();
    await context.treasury.reset({ workspaceId: "acme" });
    const [created] = context.stripe.refund(sessionId, 4_000);
    expect(await outcomesOf(created, created)).toEqual([["recorded"], ["duplicate"]]);
    expect(await balance()).toBe(0);
  });

  it("of another product's payment is ignored", async () => {
    const elsewhere = context.stripe.sellElsewhere(9_900);
    expect(await outcomesOf(...context.stripe.refund(elsewhere, 9_900))).toEqual([[], []]);
  });
});

describe("a dispute", () => {
  it("debits the withdrawn amount and credits the reinstated amount", async () => {
    const sessionId = await paid();
    const withdrawn = context.stripe.dispute(sessionId, 10_000);
    expect(await outcomesOf(withdrawn, withdrawn)).toEqual([["reversed"], ["duplicate"]]);
    expect(await balance()).toBe(0);
    const won = context.stripe.winDispute(sessionId);
    expect(await outcomesOf(won)).toEqual([["duplicate", "reversed"]]);
    expect(await balance()).toBe(100);
  });

  it("has the same total from its last event alone, also when the first arrives later", async () => {
    const sessionId = await paid();
    const withdrawn = context.stripe.dispute(sessionId, 2_500);
    const won = context.stripe.winDispute(sessionId);
    expect(await outcomesOf(won, withdrawn)).toEqual([["reversed", "reversed"], ["duplicate"]]);
    expect(await balance()).toBe(100);
  });
});

const isLong = process.env["TEST_LONG"] !== undefined;

describe("the events of one payment", () => {
  it("lead to the same balance in any order and with repeats", async () => {
    let payment = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        async (refunds, disputed, order) => {
          payment += 1;
          const workspaceId = `order-${payment}`;
          const sessionId = await context.open(100, workspaceId);
          const events = [context.stripe.pay(sessionId)];
          for (const cents of refunds) events.push(...context.stripe.refund(sessionId, cents));
          events.push(context.stripe.failRefund(sessionId));
          if (disputed) {
            events.push(
              context.stripe.dispute(sessionId, 2_000),
              context.stripe.winDispute(sessionId),
            );
          }
          const told = [...events, ...events]
            .map((event) => ({ event, place: order.next().value as number }))
            .toSorted((left, right) => left.place - right.place);
          for (const { event } of told) expect((await context.deliver(event)).status).toBe(200);
          const taken = refunds.slice(0, -1).reduce((sum, cents) => sum + cents, 0);
          const { balanceUsd } = await context.treasury.state(workspaceId);
          expect(balanceUsd).toBe((10_000 - taken) / 100);
          expect((await context.treasury.verify(workspaceId)).valid).toBe(true);
        },
      ),
      isLong ? { numRuns: 500 } : { numRuns: 15, seed: 1 },
    );
  });
});
