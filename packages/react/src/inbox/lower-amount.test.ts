import { expect, it } from "vitest";
import { lowerAmountText, readLowerAmount } from "./lower-amount.ts";
import { aProposal } from "./proposal.fixture.ts";
import { decisionText, outcomeTitle } from "./spend-text.ts";

const proposal = aProposal({ amountUsd: 100 });
const lowered = aProposal({ amountUsd: 100, approvedAmountUsd: 80 });

it.each([
  ["", 100, undefined],
  [" 80 ", 80, 80],
  ["$0.000001", 0.000001, 0.000001],
  ["100.00", 100, 100],
  ["$12.50", 12.5, 12.5],
])("reads %j as %d USD to pay", (typed, payableUsd, approvedAmountUsd) => {
  expect(readLowerAmount(typed, proposal)).toEqual({
    payableUsd,
    approvedAmountUsd,
    problem: null,
  });
});

it.each(["0", "-1", "100.01", "1e2", "80,00", "1.0000001", "all", "$"])(
  "rejects %j, or reads it as blank",
  (typed) => {
    const { approvedAmountUsd, problem } = readLowerAmount(typed, proposal);
    expect(approvedAmountUsd).toBeUndefined();
    expect(problem === null).toBe(typed === "$");
  },
);

it("offers at most what other approvers named", () => {
  const shown = { payableUsd: 80, approvedAmountUsd: 80, problem: null };
  expect(readLowerAmount("", lowered)).toEqual(shown);
  expect(readLowerAmount("90", lowered).problem).toBe(
    "Enter an amount above $0.00, and at most $80.00.",
  );
});

it("shows the approved share in the texts of a spend", () => {
  expect(lowerAmountText(proposal)).toBeNull();
  expect(lowerAmountText(lowered)).toBe("$80.00 of $100.00 approved");
  const titles = (["executed", "approved", "failed"] as const).map((status) =>
    outcomeTitle({ ...lowered, status, capturedUsd: status === "executed" ? 80 : 0 }),
  );
  expect(titles).toEqual([
    "Paid $80.00 to Namecheap",
    "Paying $80.00 to Namecheap",
    "Not paid: $80.00 to Namecheap",
  ]);
  expect(decisionText({ ...lowered, status: "executed" })).toBe(
    "Approved and paid: $80.00 of $100.00 to Namecheap.",
  );
});
