import { describe, expect, it } from "vitest";
import { cardWorld } from "./card-world.fixture.ts";

describe("a refund by the payee", () => {
  it("is credited once, and lowers no usage of limits and allocations", async () => {
    const { treasury, buy, capture, refund, money } = cardWorld();
    const spend = await buy();
    await capture(spend, "c1", 30);
    const [first, again] = await Promise.all([refund(spend, "r1", 12), refund(spend, "r1", 12)]);
    expect(first).toMatchObject({ status: "executed", capturedUsd: 30, refundedUsd: 12 });
    expect(again).toEqual(first);
    expect(await money()).toEqual({
      balance: 982,
      held: 0,
      available: 962,
      expense: 18,
      spentToday: 30,
      allocated: [30, 0],
    });
    const { ledger } = await treasury.state("acme");
    expect(ledger[0]).toMatchObject({
      type: "expense",
      amountUsd: 12,
      description: "Refund by Acme: lamp 1",
      proposalId: spend.id,
      reference: "r1",
      reversalOf: "entry_1_1",
    });
  });

  it("is recorded before the capture that it belongs to", async () => {
    const { buy, capture, refund, money } = cardWorld();
    const spend = await buy();
    const early = await refund(spend, "r1", 12);
    expect(early).toMatchObject({ status: "approved", refundedUsd: 12 });
    expect(early.attention).toContain("$12.00 more than was captured");
    expect(await capture(spend, "c1", 30)).toMatchObject({ status: "executed", attention: null });
    expect(await money()).toMatchObject({ balance: 982, held: 0, allocated: [30, 0] });
  });

  it("above what was captured needs review", async () => {
    const { buy, capture, refund } = cardWorld();
    const spend = await buy();
    await capture(spend, "c1", 30);
    expect(await refund(spend, "r1", 30)).toMatchObject({ attention: null });
    expect((await refund(spend, "r2", 0.01)).attention).toBe(
      "$30.01 was refunded, $0.01 more than was captured.",
    );
  });

  it("of a spend before a reset does not change the new ledger", async () => {
    const { treasury, buy, capture, refund, money } = cardWorld();
    const [spend, late] = [await buy(), await buy()];
    await capture(spend, "c1", 30);
    await capture(late, "c2", 10);
    await treasury.reset({ workspaceId: "acme", operator: "Ada" });
    const before = await money();
    const refunded = await refund(spend, "r1", 12);
    expect(refunded.attention).toBe(
      "$12.00 were refunded, but are not in the ledger: the workspace was reset since.",
    );
    expect(await refund(spend, "r1", 12)).toEqual(refunded);
    expect(await money()).toEqual(before);
    // Captured in the new ledger, and so refunded there.
    await capture(late, "c3", 5);
    expect(await refund(late, "r2", 5)).toMatchObject({ refundedUsd: 5 });
    expect(await money()).toMatchObject({ balance: before.balance, expense: 0, spentToday: 5 });
  });

  it("is rejected for a spend that was never paid, and for invalid amounts", async () => {
    const { treasury, buy, refund, money } = cardWorld();
    const spend = { amountUsd: 30, vendor: "Acme", purpose: "a lamp", agentId: "buyer" };
    const { proposal } = await treasury.propose({ workspaceId: "acme", ...spend });
    await expect(refund(proposal, "r1", 12)).rejects.toMatchObject({ code: "invalid_request" });
    const held = await buy();
    await expect(refund(held, "r1", 0)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(refund(held, "", 1)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await money()).toMatchObject({ balance: 1_000 });
  });
});
