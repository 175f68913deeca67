import { describe, expect, it } from "vitest";
import { outcomeOf, sandbox, testTreasury } from "../../create/test-treasury.fixture.ts";
import type { PaymentIdentity } from "../ledger/payment-identity.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";

const live: PaymentIdentity = { provider: "stripe", mode: "live" };
const test: PaymentIdentity = { provider: "stripe", mode: "test" };
const others: readonly (PaymentIdentity | null)[] = [
  live,
  test,
  { provider: "sandbox", mode: "test" },
  null,
];

describe("an account funded by one payment identity", () => {
  it.each(others)("rejects credits and spends of %o", async (payment) => {
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

  it("reports both payment identities", async () => {
    const before = testTreasury({ payment: live });
    await before.credit(dollars(200));
    const after = testTreasury({ storage: before.engine.storage, payment: null });
    await expect(after.propose()).rejects.toThrow(
      "funded through stripe (live), but no payment processor is connected now",
    );
  });

  it("still allows denials, and continues when its own identity is connected again", async () => {
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

  it("accepts another identity after a reset, and then only that one", async () => {
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

describe("an account without credits", () => {
  it("spends its starting capital under any identity, and accepts any first credit", async () => {
    const none = testTreasury({ payment: null, startingCapital: dollars(100) });
    expect(await none.propose({ amount: dollars(1) })).toMatchObject({ status: "executed" });
    const { storage } = none.engine;
    const play = testTreasury({ storage, clock: none.clock, payment: sandbox });
    expect(await play.propose({ amount: dollars(1) })).toMatchObject({ status: "executed" });
    await play.credit(dollars(1));
    expect(await outcomeOf(none.propose())).toBe("payment_mode_changed");
  });
});
