import { describe, expect, it } from "vitest";
import type { PaymentIdentity } from "../../ledger/payment-identity.ts";
import { dollars } from "../../ledger/test-ledger.fixture.ts";
import { outcomeOf, sandbox, testTreasury } from "../test-treasury.fixture.ts";

const live: PaymentIdentity = { provider: "stripe", mode: "live" };
const test: PaymentIdentity = { provider: "stripe", mode: "test" };
const others: readonly (PaymentIdentity | null)[] = [
  live,
  test,
  { provider: "sandbox", mode: "test" },
  null,
];

describe("an account that was funded with one kind of money", () => {
  it.each(others)("takes no credit and no spend of %o", async (payment) => {
    const before = testTreasury({ payment: sandbox });
    await before.credit(dollars(200));
    const { id } = await before.propose();
    const { storage } = before.engine;
    const after = testTreasury({ storage, clock: before.clock, payment });
    expect(await outcomeOf(after.credit(dollars(1)))).toBe("payment_mode_changed");
    expect(await outcomeOf(after.propose({ amount: dollars(1) }))).toBe("payment_mode_changed");
    expect(await outcomeOf(after.approve(id))).toBe("payment_mode_changed");
    expect(await after.state()).toMatchObject({ balanceUsd: 200, pendingCount: 1 });
  });

  it("says which kinds they are", async () => {
    const before = testTreasury({ payment: live });
    await before.credit(dollars(200));
    const after = testTreasury({ storage: before.engine.storage, payment: null });
    await expect(after.propose()).rejects.toThrow(
      "funded through stripe (live), and no payment processor is connected now",
    );
  });

  it("still has its proposals denied, and goes on when its own kind is back", async () => {
    const before = testTreasury({ payment: test });
    await before.credit(dollars(200));
    const [denied, approved] = [await before.propose(), await before.propose()];
    const after = testTreasury({
      storage: before.engine.storage,
      clock: before.clock,
      payment: sandbox,
    });
    expect(await after.deny(denied.id)).toMatchObject({ status: "denied" });
    expect(await before.approve(approved.id)).toMatchObject({ status: "executed" });
  });

  it("takes another kind after a reset, and sticks to that", async () => {
    const before = testTreasury({ payment: sandbox });
    await before.credit(dollars(200));
    const { storage } = before.engine;
    const after = testTreasury({ storage, clock: before.clock, payment: live });
    await after.reset();
    await after.credit(dollars(5));
    expect(await outcomeOf(before.credit(dollars(5)))).toBe("payment_mode_changed");
    expect((await after.state()).balanceUsd).toBe(5);
  });
});

describe("an account that nothing was paid into", () => {
  it("spends its starting capital under whatever is connected, and takes any first credit", async () => {
    const none = testTreasury({ payment: null, startingCapital: dollars(100) });
    expect(await none.propose({ amount: dollars(1) })).toMatchObject({ status: "executed" });
    const { storage } = none.engine;
    const play = testTreasury({ storage, clock: none.clock, payment: sandbox });
    expect(await play.propose({ amount: dollars(1) })).toMatchObject({ status: "executed" });
    await play.credit(dollars(1));
    expect(await outcomeOf(none.propose())).toBe("payment_mode_changed");
  });
});
