import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import {
  type TestTreasury,
  type TestTreasuryOptions,
  outcomeOf,
  sandbox,
  testTreasury,
} from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { type CollectedPayment, type CreditAnswer, creditPayment } from "./credit-payment.ts";
import { type PaymentReversal, type ReversalAnswer, reversePayment } from "./reverse-payment.ts";

const salt = "5a".repeat(16);

interface FundedTreasury extends TestTreasury {
  collect(payment?: Partial<CollectedPayment>): Promise<CreditAnswer>;
  takeBack(id: string, usd: number, reversal?: Partial<PaymentReversal>): Promise<ReversalAnswer>;
}

function fundedTreasury(options: TestTreasuryOptions = {}): FundedTreasury {
  const treasury = testTreasury(options);
  const collected: CollectedPayment = {
    type: "deposit",
    amount: dollars(100),
    description: "Deposit through sandbox",
    claim: { kind: "deposit", id: "session-1" },
    reference: "payment-1",
    payment: options.payment ?? sandbox,
    salt,
  };
  return {
    ...treasury,
    collect: (payment) => treasury.run(creditPayment({ ...collected, ...payment })),
    takeBack: (id, usd, reversal) => {
      const reversed = {
        provider: "sandbox",
        id,
        reference: "payment-1",
        amount: dollars(usd),
        description: "Refund",
      };
      return treasury.run(reversePayment({ ...reversed, salt, ...reversal }));
    },
  };
}

describe("a collected payment", () => {
  it("is credited once, from any source and at any time", async () => {
    const one = fundedTreasury();
    const { storage } = one.engine;
    const other = fundedTreasury({ storage, clock: one.clock });
    const answers = await Promise.all([one, other, one, other].map((each) => each.collect()));
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await one.collect()).toEqual({ duplicate: true });
    expect((await one.state()).depositsUsd).toBe(100);
  });

  it("is credited once across all epochs, to the epoch in which it is confirmed", async () => {
    const treasury = fundedTreasury();
    await treasury.collect();
    await treasury.reset();
    expect(await treasury.collect()).toEqual({ duplicate: true });
    expect((await treasury.state()).balanceUsd).toBe(0);
    const claim = { kind: "deposit", id: "session-2" };
    expect(await treasury.collect({ claim, reference: "payment-2" })).toEqual({ duplicate: false });
    expect((await treasury.state()).balanceUsd).toBe(100);
  });

  it("that could not be credited is not claimed, so that it can be credited later", async () => {
    const treasury = fundedTreasury({ startingCapital: dollars(1_000_000_000) });
    for (let count = 0; count < 7; count += 1) await treasury.credit(dollars(1_000_000_000));
    expect(await outcomeOf(treasury.collect())).toBe("total_out_of_range");
    await treasury.credit(Micros.negate(dollars(1_000_000_000)));
    expect(await treasury.collect()).toEqual({ duplicate: false });
  });

  it("of another payment mode is rejected and not claimed", async () => {
    const treasury = fundedTreasury();
    await treasury.collect();
    const live = { provider: "stripe", mode: "live" } as const;
    const payment = { claim: { kind: "deposit", id: "session-2" }, reference: "payment-2" };
    expect(await outcomeOf(treasury.collect({ ...payment, payment: live }))).toBe(
      "payment_mode_changed",
    );
    expect(await treasury.collect(payment)).toEqual({ duplicate: false });
  });
});

describe("a reversal", () => {
  it("reverses its part of a payment once", async () => {
    const treasury = fundedTreasury();
    await treasury.collect();
    expect(await treasury.takeBack("refund-1", 30)).toBe("reversed");
    expect(await treasury.takeBack("refund-1", 30)).toBe("duplicate");
    expect(await treasury.takeBack("refund-2", 20)).toBe("reversed");
    const { depositsUsd, balanceUsd, ledger } = await treasury.state();
    expect([depositsUsd, balanceUsd]).toEqual([50, 50]);
    expect(ledger[0]).toMatchObject({
      type: "deposit",
      amountUsd: -20,
      reference: "refund-2",
      reversalOf: "entry_1_1",
    });
    expect((await treasury.verify()).valid).toBe(true);
  });

  it("has the type of the reversed entry, and can itself be reversed", async () => {
    const treasury = fundedTreasury();
    await treasury.collect({ type: "revenue" });
    await treasury.takeBack("dispute-1", 100);
    expect(await treasury.state()).toMatchObject({ revenueUsd: 0, depositsUsd: 0 });
    const reinstated = { amount: Micros.negate(dollars(100)) };
    expect(await treasury.takeBack("dispute-1-won", 0, reinstated)).toBe("reversed");
    expect((await treasury.state()).revenueUsd).toBe(100);
  });

  it("that arrives before its payment waits for it, also with other reversals", async () => {
    const treasury = fundedTreasury();
    expect(await treasury.takeBack("refund-1", 30)).toBe("waiting");
    expect(await treasury.takeBack("refund-1", 30)).toBe("duplicate");
    expect(await treasury.takeBack("refund-2", 5)).toBe("waiting");
    expect((await treasury.state()).balanceUsd).toBe(0);
    await treasury.collect();
    expect(await treasury.state()).toMatchObject({ depositsUsd: 65, balanceUsd: 65 });
    expect(await treasury.takeBack("refund-1", 30)).toBe("duplicate");
    expect((await treasury.verify()).entriesChecked).toBe(3);
  });

  it("of an earlier epoch's payment is recorded without changing totals", async () => {
    const treasury = fundedTreasury();
    await treasury.collect();
    await treasury.reset();
    await treasury.credit(dollars(10));
    expect(await treasury.takeBack("refund-1", 30)).toBe("recorded");
    expect(await treasury.takeBack("refund-1", 30)).toBe("duplicate");
    expect((await treasury.state()).balanceUsd).toBe(10);
    const keys = [{ kind: "late_reversal", id: "sandbox:refund-1" }];
    const [snapshot] = await treasury.engine.storage.load([{ workspaceId: "acme", keys }]);
    expect(snapshot?.found[0]?.body).toMatchObject({ reference: "payment-1", amount: "30000000" });
  });

  it("and its payment from two concurrent processes have the same result as in sequence", async () => {
    for (let round = 0; round < 20; round += 1) {
      const one = fundedTreasury();
      const other = fundedTreasury({ storage: one.engine.storage, clock: one.clock });
      await Promise.all([one.collect(), other.takeBack("refund-1", 30), one.takeBack("r-2", 7)]);
      expect((await one.state()).balanceUsd).toBe(63);
    }
  });
});
