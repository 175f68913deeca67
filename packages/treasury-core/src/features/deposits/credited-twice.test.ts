import { expect, it } from "vitest";
import { sandbox, testTreasury } from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { creditPayment } from "./credit-payment.ts";

it.each([false, true])(
  "detects two credits of one payment, with a reset between them: %s",
  async (reset) => {
    const treasury = testTreasury();
    const credited = (session: string) =>
      treasury.run(
        creditPayment({
          type: "deposit",
          amount: dollars(5),
          description: "Deposit",
          claim: { kind: "checkout", id: `sandbox:${session}` },
          reference: "pay_1",
          payment: sandbox,
          salt: "5a".repeat(16),
        }),
      );
    await credited("cs_1");
    expect(await treasury.verify()).toMatchObject({ valid: true });
    if (reset) await treasury.reset();
    await credited("cs_2");
    const { valid, problem } = await treasury.verify();
    expect([valid, problem]).toEqual([false, expect.stringContaining("credited twice")]);
    if (!reset) expect(problem).toContain("pay_1");
  },
);
