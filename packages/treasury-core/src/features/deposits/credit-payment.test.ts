import type { PaymentCollected } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type TestTreasury, sandbox, testTreasury } from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { creditCollected } from "./apply-event.ts";
import { whatIsKnown } from "./apply-event.ts";
import { type CollectedPayment, type CreditAnswer, creditPayment } from "./credit-payment.ts";
import { type PaymentReversal, type ReversalAnswer, reversePayment } from "./reverse-payment.ts";

function credit(
  treasury: TestTreasury,
  changes: Partial<CollectedPayment> = {},
): Promise<CreditAnswer> {
  const collected: CollectedPayment = {
    type: "deposit",
    amount: dollars(100),
    description: "Deposit through sandbox",
    claim: { kind: "deposit", id: "sandbox:cs_1" },
    reference: "pay_1",
    payment: sandbox,
    salt: treasury.engine.identifiers.random(),
    ...changes,
  };
  return treasury.run(creditPayment(collected));
}

function reverse(
  treasury: TestTreasury,
  changes: Partial<PaymentReversal> = {},
): Promise<ReversalAnswer> {
  const reversal: PaymentReversal = {
    provider: "sandbox",
    id: "re_1",
    reference: "pay_1",
    amount: dollars(30),
    description: "Refunded",
    salt: treasury.engine.identifiers.random(),
    ...changes,
  };
  return treasury.run(reversePayment(reversal));
}

async function totals(treasury: TestTreasury): Promise<readonly number[]> {
  const { balanceUsd, depositsUsd, revenueUsd, ledger } = await treasury.state();
  return [balanceUsd, depositsUsd, revenueUsd, ledger.length];
}

describe("a collected payment", () => {
  it("is credited once, from any source and across epochs", async () => {
    const storage = memoryStorage();
    const [one, other] = [testTreasury({ storage }), testTreasury({ storage })];
    const answers = await Promise.all([credit(one), credit(other), credit(one), credit(other)]);
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await totals(one)).toEqual([100, 100, 0, 1]);
    await one.reset();
    expect(await credit(other)).toEqual({ duplicate: true });
    expect(await totals(one)).toEqual([0, 0, 0, 0]);
  });

  it("counts as revenue or as a deposit, as it was collected", async () => {
    const treasury = testTreasury();
    await credit(treasury);
    const sale = { kind: "revenue", id: "sandbox:cs_2" };
    await credit(treasury, {
      type: "revenue",
      amount: dollars(7.5),
      claim: sale,
      reference: "pay_2",
    });
    expect(await totals(treasury)).toEqual([107.5, 100, 7.5, 2]);
    expect((await treasury.state()).netProfitUsd).toBe(7.5);
  });

  it.each(["deposit", "revenue"])(
    "that version 0.1 credited with a claim of kind %s is not credited again, and not missing",
    async (kind) => {
      const treasury = testTreasury();
      await credit(treasury, { claim: { kind, id: "sandbox:cs_1" } });
      for (const purpose of ["deposit", "revenue"] as const) {
        const event: PaymentCollected = {
          kind: "collected",
          purpose,
          workspaceId: "acme",
          checkoutId: "cs_1",
          paymentReference: "pay_1",
          amount: dollars(100),
          currency: "usd",
        };
        expect(await creditCollected(treasury.engine, sandbox, event)).toEqual({ duplicate: true });
        const record = { event, fee: null, at: 0 };
        expect(await whatIsKnown(treasury.engine, "sandbox", [record])).toEqual(["known"]);
      }
      expect(await totals(treasury)).toEqual([100, 100, 0, 1]);
    },
  );

  it("of another payment mode is rejected, and can be credited after a reset", async () => {
    const treasury = testTreasury();
    await credit(treasury);
    const claim = { kind: "deposit", id: "acquirer:cs_1" };
    const live = { claim, payment: { provider: "acquirer", mode: "live" } } as const;
    await expect(credit(treasury, live)).rejects.toMatchObject({ code: "payment_mode_changed" });
    expect(await totals(treasury)).toEqual([100, 100, 0, 1]);
    await treasury.reset();
    expect(await credit(treasury, live)).toEqual({ duplicate: false });
  });

  it("that would exceed the range of totals is rejected, and its claim stays free", async () => {
    const treasury = testTreasury();
    for (let time = 0; time < 8; time += 1) {
      const claim = { kind: "deposit", id: `sandbox:big_${time}` };
      await credit(treasury, { claim, amount: dollars(1_000_000_000), reference: `big_${time}` });
    }
    await expect(credit(treasury)).rejects.toMatchObject({ code: "total_out_of_range" });
    await reverse(treasury, { reference: "big_0", amount: dollars(200) });
    expect(await credit(treasury)).toEqual({ duplicate: false });
  });
});

describe("a reversal", () => {
  it("reverses its amount with the credit's type, and references the credit", async () => {
    const treasury = testTreasury();
    await credit(treasury);
    expect(await reverse(treasury)).toBe("reversed");
    expect(await totals(treasury)).toEqual([70, 70, 0, 2]);
    const [taken, given] = (await treasury.state()).ledger;
    expect(taken).toMatchObject({
      type: "deposit",
      amountUsd: -30,
      balanceUsd: 70,
      reversalOf: given?.id,
      reference: "re_1",
    });
    expect((await treasury.verify()).valid).toBe(true);
  });

  it("counts once, and a second reversal of the same payment counts too", async () => {
    const treasury = testTreasury();
    await credit(treasury);
    await reverse(treasury);
    expect(await reverse(treasury)).toBe("duplicate");
    expect(await reverse(treasury, { id: "re_2", amount: dollars(70) })).toBe("reversed");
    expect(await totals(treasury)).toEqual([0, 0, 0, 3]);
  });

  it("with a negative amount reinstates the money", async () => {
    const treasury = testTreasury();
    await credit(treasury);
    await reverse(treasury, { amount: dollars(100) });
    await reverse(treasury, { id: "re_2", amount: -dollars(100) as PaymentReversal["amount"] });
    expect(await totals(treasury)).toEqual([100, 100, 0, 3]);
  });

  it("may make the balance negative, which blocks spending", async () => {
    const treasury = testTreasury();
    await credit(treasury);
    const { id } = await treasury.propose({ amount: dollars(50) });
    expect((await treasury.approve(id)).status).toBe("executed");
    await reverse(treasury, { amount: dollars(100) });
    const { balanceUsd, availableUsd, spentTodayUsd } = await treasury.state();
    expect([balanceUsd, availableUsd, spentTodayUsd]).toEqual([-50, 0, 50]);
    const next = await treasury.propose({ amount: dollars(0.01) });
    expect((await treasury.approve(next.id)).status).toBe("failed");
  });

  it("that arrives before its credit waits for it", async () => {
    const treasury = testTreasury();
    expect(await reverse(treasury)).toBe("waiting");
    expect(await reverse(treasury, { id: "re_2", amount: dollars(20) })).toBe("waiting");
    expect(await reverse(treasury)).toBe("duplicate");
    expect(await totals(treasury)).toEqual([0, 0, 0, 0]);
    await credit(treasury);
    expect(await totals(treasury)).toEqual([50, 50, 0, 3]);
    expect(await reverse(treasury)).toBe("duplicate");
    expect((await treasury.verify()).valid).toBe(true);
  });

  it("of an earlier epoch's credit is recorded without changing totals", async () => {
    const treasury = testTreasury();
    await credit(treasury);
    await treasury.reset();
    expect(await reverse(treasury)).toBe("recorded");
    expect(await reverse(treasury)).toBe("duplicate");
    expect(await totals(treasury)).toEqual([0, 0, 0, 0]);
  });

  it("that waited applies to the epoch of its credit", async () => {
    const treasury = testTreasury();
    await reverse(treasury);
    await treasury.reset();
    await credit(treasury);
    expect(await totals(treasury)).toEqual([70, 70, 0, 2]);
  });
});
