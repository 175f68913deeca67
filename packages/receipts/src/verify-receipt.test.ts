import { systemClock } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { skipWithoutPython } from "test-suites/python";
import { describe, expect, it } from "vitest";
import { verifiedByPython } from "./python.fixture.ts";
import type { KeySet } from "./receipt-report.ts";
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

  it("is valid if its proposal was erased, and its ledger entry is newer", async (test) => {
    skipWithoutPython(test);
    let offset = 0;
    const now = (): number => Date.now() + offset;
    const treasury = receiptTreasury({
      storage: memoryStorage({ now }),
      clock: { ...systemClock, now },
    });
    const spend = { agentId: "buyer", amountUsd: 24, vendor: "Hetzner", purpose: "a server" };
    const { proposal } = await treasury.propose(spend);
    const proposalId = proposal.id;
    offset = 60_000;
    await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
    const before = new Date(Date.now() + 30_000);
    await treasury.eraseText({ workspaceId: "demo", operator: "Bo", before });
    const { receipt } = await treasury.receipts.issue({ proposalId });
    const keys = await treasury.receipts.keys();
    const withheld = [
      "proposal: all texts, because they were erased",
      "approval 1: person, because it was erased",
    ];
    expect(await verifyReceipt(receipt, keys)).toMatchObject({
      problems: [],
      withheld,
      facts: { entries: [{ texts: { operator: "Ada" } }], approvals: [{ name: null }] },
    });
    expect(verifiedByPython([receipt], keys)).toMatchObject([{ valid: true, withheld }]);
  });

  it("reports keys that are malformed, or list its key with another end", async (test) => {
    skipWithoutPython(test);
    const treasury = receiptTreasury();
    const { receipt } = await treasury.receipts.issue({ proposalId: await pay(treasury, 5) });
    const { keys } = await treasury.receipts.keys();
    const malformed = {
      keys: keys.map(({ revoked: _revoked, ...key }) => key),
    } as unknown as KeySet;
    expect((await verifyReceipt(receipt, malformed)).problems).toEqual([
      "The keys are malformed. Use `keys.json` of the deployment.",
    ]);
    const ended = keys.map((key) => ({ ...key, endedAt: "2026-01-01T00:00:00.000Z" }));
    for (const both of [
      [...keys, ...ended],
      [...ended, ...keys],
    ]) {
      const { problems } = await verifyReceipt(receipt, { keys: both });
      expect(problems[0]).toContain("list the key of the receipt several times");
      expect(verifiedByPython([receipt], { keys: both })).toEqual([
        { valid: false, problem: "The keys list the key of the receipt several times." },
      ]);
    }
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
