import { describe, expect, it } from "vitest";
import { aProposal, aTreasury } from "../inbox/proposal.fixture.ts";
import {
  approvalConsequence,
  decisionText,
  isLargeSpend,
  outcomeTitle,
  spendTitle,
} from "../inbox/spend-text.ts";
import { postingOf, rateText, tabTermsText } from "./tab-text.ts";

const createdAt = new Date(2026, 10, 21, 16, 30).toISOString();
const aTab = aProposal({
  amountUsd: 5,
  vendor: "Models",
  createdAt,
  payout: { id: "tab", terms: { minutes: 90, credentialId: null } },
});

describe("the texts of a tab", () => {
  it("name the maximum and the end, with the date unless it is today", () => {
    expect(tabTermsText(aTab, new Date(createdAt))).toBe(
      "up to $5.00 until 18:00, in many charges",
    );
    expect(tabTermsText(aTab, new Date(2026, 10, 22))).toBe(
      "up to $5.00 until 21 Nov, 18:00, in many charges",
    );
    expect(spendTitle(aTab)).toMatch(
      /^Pay up to \$5\.00 until .*18:00, in many charges, to Models$/,
    );
  });

  it("report no payment before a charge", () => {
    expect(outcomeTitle({ ...aTab, status: "approved" })).toBe("Tab of $5.00 to Models");
    expect(outcomeTitle({ ...aTab, status: "executed" })).toBe("Charged $0.00 of $5.00 to Models");
    expect(outcomeTitle({ ...aTab, status: "executed", capturedUsd: 1.25 })).toBe(
      "Charged $1.25 of $5.00 to Models",
    );
    const reversed = { capturedUsd: 3, refundedUsd: 1.25 };
    expect(outcomeTitle({ ...aTab, status: "executed", ...reversed })).toBe(
      "Charged $1.75 of $5.00 to Models",
    );
    expect(outcomeTitle({ ...aTab, status: "denied" })).toBe("Denied up to $5.00 to Models");
    expect(outcomeTitle({ ...aTab, status: "failed" })).toBe("Not opened: up to $5.00 to Models");
    expect(decisionText({ ...aTab, status: "approved", approvedAmountUsd: 2 })).toBe(
      "Approved: up to $2.00 of $5.00 to Models. The tab is open.",
    );
    expect(approvalConsequence(aTab)).toContain("is held until");
    expect(isLargeSpend({ ...aTab, amountUsd: 50 }, aTreasury())).toBe(true);
  });

  it("state the rate since the approval", () => {
    const openedAt = "2026-11-21T10:00:00.000Z";
    const now = Date.parse(openedAt);
    expect(rateText({ chargedUsd: 1, openedAt }, now + 59_999)).toBe("–");
    expect(rateText({ chargedUsd: 1, openedAt }, now + 90 * 60_000)).toBe("$0.67 per hour");
    expect(rateText({ chargedUsd: 0, openedAt }, now + 60_000)).toBe("$0.00 per hour");
    expect(rateText({ chargedUsd: 0.001, openedAt }, now + 3_600_000)).toBe("Below $0.01 per hour");
  });

  it("read the number of a posting from its entry", () => {
    const proposalId = "prop_1";
    expect(postingOf({ proposalId, reference: "prop_1/12" })).toBe(12);
    for (const reference of [null, "prop_1", "prop_2/1", "prop_1/1/3", "prop_1/x"]) {
      expect(postingOf({ proposalId, reference })).toBeNull();
    }
  });
});
