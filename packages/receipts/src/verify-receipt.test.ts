import { describe, expect, it } from "vitest";
import { pay, receiptTreasury } from "./receipts.fixture.ts";
import { verifyReceipt } from "./verify-receipt.ts";

describe("a receipt", () => {
  it("of a spend that a person approved is valid, and shows all of it", async () => {
    const treasury = receiptTreasury();
    await pay(treasury, 5);
    const proposalId = await pay(treasury, 24, { vendor: "Hetzner", category: "hosting" });
    await pay(treasury, 6);
    const { receipt } = await treasury.receipts.issue({ proposalId });
    const report = await verifyReceipt(receipt, await treasury.receipts.keys());
    expect(report).toMatchObject({
      valid: true,
      problems: [],
      withheld: [],
      facts: {
        proposalId,
        spend: { status: "executed", amount: "24000000", captured: "24000000" },
        proposal: { texts: { vendor: "Hetzner", category: "hosting" } },
        entries: [{ sequence: 2, amount: "-24000000", texts: { operator: "Ada" } }],
        approvals: [{ name: "Ada", isSigned: false }],
        checkpoint: { size: 3 },
      },
    });
  });
});
