import { skipWithoutPython } from "test-suites/python";
import { describe, expect, it } from "vitest";
import { verifiedByPython } from "./python.fixture.ts";
import { pay, receiptTreasury, resigned } from "./receipts.fixture.ts";
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

  it("is not valid if it lists a ledger entry twice", async (test) => {
    skipWithoutPython(test);
    const treasury = receiptTreasury();
    const proposalId = await pay(treasury, 6);
    const { receipt } = await treasury.receipts.issue({ proposalId });
    const { text, keys } = await resigned(
      receipt,
      await treasury.receipts.keys(),
      ({ entries, spend, ...claims }) => {
        const [entry] = entries as readonly object[];
        // A digest occurs once only, so the second one withholds its texts.
        const again = { ...entry, texts: {} };
        const captured = { ...(spend as object), captured: "12000000" };
        return { ...claims, spend: captured, entries: [entry, again] };
      },
    );
    const problem = "The ledger entries are not in order, or one is listed twice.";
    expect(await verifyReceipt(text, keys)).toMatchObject({ valid: false, problems: [problem] });
    expect(verifiedByPython([text], keys)).toEqual([{ valid: false, problem }]);
  });
});
