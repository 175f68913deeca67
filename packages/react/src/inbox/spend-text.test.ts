import { describe, expect, it } from "vitest";
import { aProposal, aQuote, aTreasury } from "./proposal.fixture.ts";
import {
  decider,
  endOf,
  isLargeSpend,
  outcomeTitle,
  approvalReason,
  spendTitle,
  decisionText,
  approvalConsequence,
} from "./spend-text.ts";

function decidedThrough(channel: string, passkey = false): string {
  const approval = { name: "Ada", at: "2026-11-21T10:00:00.000Z", comment: null, channel, passkey };
  const approvals = { given: 1, needed: 1, missing: [], by: [approval] };
  const signedIn = { operator: "Ada", operatorVerified: true };
  return decider(aProposal({ ...signedIn, status: "executed", approvals }));
}

function consequence(given: number, needed: number, missing: string[]): string {
  return approvalConsequence(aProposal({ approvals: { given, needed, missing, by: [] } }));
}

describe("the texts of a spend", () => {
  it("ends when it is paid, or decided", () => {
    const [createdAt, decidedAt, executedAt] = ["10:00", "11:00", "12:00"];
    expect(endOf(aProposal({ createdAt, decidedAt, executedAt }))).toBe("12:00");
    expect(endOf(aProposal({ createdAt, decidedAt, executedAt: null }))).toBe("11:00");
    expect(endOf(aProposal({ createdAt, decidedAt: null, executedAt: null }))).toBe("10:00");
  });

  it("has a title of verb, amount and vendor", () => {
    expect(spendTitle(aProposal())).toBe("Pay $24.00 to Namecheap");
  });

  it("names the rule that requires approval", () => {
    const treasury = aTreasury();
    const rule = (fields: Parameters<typeof aProposal>[0]): string =>
      approvalReason(aProposal(fields), treasury);
    expect(rule({})).toBe("Spends of $10.00 or more need approval.");
    expect(rule({ amountUsd: 4 })).toBe("Today's auto-approval limit is used up.");
    expect(rule({ verdict: "review", reason: "It would draw the reserve." })).toBe(
      "It would draw the reserve.",
    );
    const withoutAutoApproval = { ...treasury.budget, autoApproveUnderUsd: 0 };
    expect(approvalReason(aProposal(), { ...treasury, budget: withoutAutoApproval })).toBe(
      "Every spend needs approval.",
    );
  });

  it("mentions immediate payment only for the last approver", () => {
    expect(consequence(0, 1, ["1 more approval"])).toContain("paid immediately");
    expect(consequence(1, 2, ["1 more approval"])).toContain("paid immediately");
    expect(consequence(0, 1, ["1 approval of finance"])).toContain("when all approvals");
    expect(consequence(0, 2, ["2 more approvals"])).toBe(
      "It is paid when all approvals are given. A payment cannot be undone here.",
    );
  });

  it("is large from half of the limit for one spend", () => {
    const large = [24.99, 25, 50].map((amountUsd) =>
      isLargeSpend(aProposal({ amountUsd }), aTreasury()),
    );
    expect(large).toEqual([false, true, true]);
  });

  it("names the result and the amount that was paid", () => {
    const titles = (["executed", "approved", "denied", "failed"] as const).map((status) =>
      outcomeTitle(aProposal({ status, capturedUsd: status === "executed" ? 25 : 0 })),
    );
    expect(titles).toEqual([
      "Paid $25.00 to Namecheap",
      "Paying $24.00 to Namecheap",
      "Denied $24.00 to Namecheap",
      "Not paid: $24.00 to Namecheap",
    ]);
    const refunded = aProposal({ status: "executed", capturedUsd: 25, refundedUsd: 5 });
    expect(outcomeTitle(refunded)).toBe("Paid $25.00 to Namecheap, $5.00 refunded");
    const undone = aProposal({ status: "executed", capturedUsd: 0, attention: "It was undone." });
    expect(outcomeTitle(undone)).toBe("Payment undone: $24.00 to Namecheap");
    const failed = aProposal({ status: "failed", failure: "The day's cap." });
    expect(decisionText(failed)).toBe("Approved, but not paid: The day's cap.");
    const missing = ["1 more approval from finance"];
    const half = aProposal({ approvals: { given: 1, needed: 2, missing, by: [] } });
    expect(decisionText(half)).toBe(
      "Approval recorded: $24.00 to Namecheap. 1 of 2 approved. Needs 1 more approval from finance.",
    );
  });

  it("reports no payment for an approved request to a seller", () => {
    const request = aProposal({ quote: aQuote({ rail: "request", isFixed: false }) });
    expect(decisionText({ ...request, status: "executed" })).toBe(
      "Approved: the request to Namecheap may be sent. Nothing is paid yet.",
    );
    expect(decisionText({ ...request, status: "denied" })).toBe(
      "Denied: the request to Namecheap. No money moved.",
    );
  });

  it("names the approver, and whether the name is verified", () => {
    expect(decider(aProposal({ autoApproved: true }))).toBe("by policy");
    expect(decider(aProposal({ operator: "Ada", operatorVerified: true }))).toBe("by Ada");
    expect(decidedThrough("slack")).toBe("by Ada through Slack");
    expect(decidedThrough("standing", true)).toBe("by standing approval of Ada");
    expect(decider(aProposal({ operator: "Ada" }))).toBe("by Ada, not signed in");
    const signedIn = { operator: "Ada", operatorVerified: true };
    const denied = aProposal({ ...signedIn, status: "denied", deniedThrough: "slack" });
    expect(decider(denied)).toBe("by Ada through Slack");
    expect(decider(aProposal({ status: "denied", failure: "Over the cap." }))).toBe(
      "by policy rules",
    );
    expect(decider(aProposal({ status: "denied" }))).toBe("by an unnamed approver");
  });
});
