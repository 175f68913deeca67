import type { StandingApproval } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { isInEffect, signersText, suspensionText, usedText, usesText } from "./standing-text.ts";

const at = "2026-11-21T10:00:00.000Z";
const ofAda = { name: "Ada", at, comment: null, channel: null, passkey: true };

function aStanding(fields: Partial<StandingApproval> = {}): StandingApproval {
  return {
    id: "standing_1",
    workspaceId: "acme",
    status: "active",
    agentId: "scout",
    vendor: "Namecheap",
    maximumUsd: 24,
    windowMaximumUsd: 100,
    per: "month",
    count: 5,
    endsAt: "2027-02-19T10:00:00.000Z",
    usedCount: 2,
    usedUsd: 48,
    leftUsd: 52,
    approvals: { given: 1, needed: 1, missing: [], by: [ofAda] },
    createdAt: at,
    endedAt: null,
    endedBy: null,
    ...fields,
  };
}

describe("the texts of a standing approval", () => {
  it("name its usage", () => {
    expect(usedText(aStanding())).toBe("$48.00 of $100.00 per month");
    expect(usesText(aStanding())).toBe("2 of 5");
    expect(usedText(aStanding({ windowMaximumUsd: null, per: null }))).toBe("$48.00");
    expect(usesText(aStanding({ count: null }))).toBe("2");
  });

  it("name the persons who gave it", () => {
    expect(signersText(aStanding())).toBe("Ada (with a passkey)");
    const by = [ofAda, { ...ofAda, name: null, passkey: false }];
    const approvals = { given: 2, needed: 2, missing: [], by };
    expect(signersText({ approvals })).toBe("Ada (with a passkey) and an unnamed approver");
  });

  it("explain a suspension, and no other status", () => {
    const missing = ["1 more approval from finance"];
    const approvals = { given: 1, needed: 2, missing, by: [ofAda] };
    expect(suspensionText(aStanding({ status: "suspended", approvals }))).toBe(
      "The present rules need more than these approvals. Needs 1 more approval from finance.",
    );
    expect(suspensionText(aStanding({ status: "revoked", approvals }))).toBeNull();
    expect(isInEffect(aStanding({ status: "suspended" }))).toBe(true);
    expect(isInEffect(aStanding({ status: "used_up" }))).toBe(false);
  });
});
