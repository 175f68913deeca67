import { describe, expect, it } from "vitest";
import { aProposal, aTreasury } from "./proposal.fixture.ts";
import {
  decider,
  isLargeSpend,
  outcomeTitle,
  ruleThatLeftIt,
  spendTitle,
  tellDecision,
} from "./spend-words.ts";

describe("a spend in words", () => {
  it("has the verb, the amount and the vendor as its title", () => {
    expect(spendTitle(aProposal())).toBe("Pay $24.00 to Namecheap");
  });

  it("says which rule left it to a person", () => {
    const treasury = aTreasury();
    const rule = (fields: Parameters<typeof aProposal>[0]): string =>
      ruleThatLeftIt(aProposal(fields), treasury);
    expect(rule({})).toBe("By itself, policy pays only what is under $10.00.");
    expect(rule({ amountUsd: 4 })).toBe("Policy has paid as much by itself today as it may.");
    expect(rule({ verdict: "review", reason: "It would draw the reserve." })).toBe(
      "It would draw the reserve.",
    );
    const byNobody = { ...treasury.budget, autoApproveUnderUsd: 0 };
    expect(ruleThatLeftIt(aProposal(), { ...treasury, budget: byNobody })).toBe(
      "Every spend is left to a person.",
    );
  });

  it("is large from half of the most that one may be", () => {
    const large = [24.99, 25, 50].map((amountUsd) =>
      isLargeSpend(aProposal({ amountUsd }), aTreasury()),
    );
    expect(large).toEqual([false, true, true]);
  });

  it("is told by what became of it, with what was really paid", () => {
    const told = (["executed", "approved", "denied", "failed"] as const).map((status) =>
      outcomeTitle(aProposal({ status, capturedUsd: status === "executed" ? 25 : 0 })),
    );
    expect(told).toEqual([
      "Paid $25.00 to Namecheap",
      "Paying $24.00 to Namecheap",
      "Denied $24.00 to Namecheap",
      "Not paid: $24.00 to Namecheap",
    ]);
    const failed = aProposal({ status: "failed", failure: "The day's cap." });
    expect(tellDecision(failed)).toBe("Approved, but not paid: The day's cap.");
  });

  it("names who decided, and whether that is more than a name", () => {
    expect(decider(aProposal({ autoApproved: true }))).toBe("by policy");
    expect(decider(aProposal({ operator: "Ada", operatorVerified: true }))).toBe("by Ada");
    expect(decider(aProposal({ operator: "Ada" }))).toBe("by Ada, not signed in");
    expect(decider(aProposal({ status: "denied", failure: "Over the cap." }))).toBe("by the rules");
    expect(decider(aProposal({ status: "denied" }))).toBe("by somebody who gave no name");
  });
});
