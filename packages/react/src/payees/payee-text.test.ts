import type { Proposal, TreasuryState } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { aProposal, aTreasury } from "../inbox/proposal.fixture.ts";
import { laterText, payeeText } from "./payee-text.ts";

type Payee = NonNullable<Proposal["payee"]>;

function spendTo(payee: Partial<Payee>, fields: Partial<Proposal> = {}): Proposal {
  const unknown: Payee = {
    isKnown: false,
    isNamed: false,
    isAfterOutsideContent: false,
    namedAmountUsd: null,
    laterMaximumUsd: 2,
  };
  return aProposal({ amountUsd: 1, vendor: "Acme", payee: { ...unknown, ...payee }, ...fields });
}

describe("what is known of a payee", () => {
  it.each<[string, Partial<Payee>, Partial<Proposal>]>([
    ["Not named in the message · not known for this amount", {}, {}],
    ["Named by the agent only · known", { isKnown: true }, { agentId: "buyer", turnId: null }],
    ["Named in the message · known", { isKnown: true, isNamed: true }, {}],
    ["Named by the person · not known for this amount", { isNamed: true }, { agentId: "person" }],
    [
      "Not named in the message · not known for this amount · after outside content",
      { isAfterOutsideContent: true },
      {},
    ],
    [
      "Named in the message · $2.50 named · known",
      { isKnown: true, isNamed: true, namedAmountUsd: 2.5 },
      {},
    ],
    [
      "Named in the message · amount named · known",
      { isKnown: true, isNamed: true, namedAmountUsd: 1 },
      {},
    ],
  ])("is %s", (text, payee, fields) => {
    expect(payeeText(spendTo(payee, fields))).toBe(text);
  });

  it("is not stated for a record of an earlier version", () => {
    expect(payeeText(aProposal({ payee: null }))).toBeNull();
  });
});

function later(paidUsd: number, limits: Partial<TreasuryState> = {}): string | null {
  return laterText(spendTo({}), paidUsd, aTreasury(limits));
}

describe("what an approval does for later payments", () => {
  const { budget } = aTreasury();

  it("is twice the amount that it pays, or a lower limit", () => {
    expect(later(1)).toBe("Later payments to Acme up to $2.00 may be automatic.");
    expect(later(0.4)).toBe("Later payments to Acme up to $0.80 may be automatic.");
    expect(later(4.999999)).toContain("up to $9.999998 may");
    // A spend of exactly the limit of automatic approval needs approval.
    expect(later(5)).toContain("below $10.00 may");
    expect(later(30)).toContain("below $10.00 may");
    expect(later(3, { autoApproveDailyUsd: 5 })).toContain("up to $5.00 may");
    expect(later(3, { budget: { ...budget, maxSpendPerActionUsd: 4 } })).toContain("up to $4.00");
    expect(later(3, { budget: { ...budget, dailySpendCapUsd: 3 } })).toContain("up to $3.00 may");
  });

  it("is nothing if no payment can be automatic, or the payee's can already", () => {
    expect(later(1, { budget: { ...budget, autoApproveUnderUsd: 0 } })).toBeNull();
    expect(later(1, { autoApproveDailyUsd: 0 })).toBeNull();
    expect(later(1, { autoApprovePayees: "any" })).toBeNull();
    expect(laterText(spendTo({ isKnown: true }), 1, aTreasury())).toBeNull();
    expect(laterText(spendTo({ laterMaximumUsd: null }), 1, aTreasury())).toBeNull();
    expect(laterText(aProposal({ payee: null }), 1, aTreasury())).toBeNull();
  });
});
