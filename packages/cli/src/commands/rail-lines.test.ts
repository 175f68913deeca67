import { describe, expect, it } from "vitest";
import { type ReconciledRails, hasRailProblem, railLines } from "./rail-lines.ts";

const at = "2026-11-03T10:00:00.000Z";
const agreeing: ReconciledRails[number] = {
  rail: "x402",
  mode: "test",
  problem: null,
  movements: { count: 2, amountUsd: 7.25 },
  captures: { count: 2, amountUsd: 7 },
  findings: [],
  findingCount: 0,
};
const unknown = { at, description: "To 0xbb", workspaceId: null, proposalId: null };
const differing: ReconciledRails[number] = {
  ...agreeing,
  findings: [
    { kind: "not_recorded", id: "erc20:1", movedUsd: 0.25, capturedUsd: null, ...unknown },
    {
      ...unknown,
      kind: "amount_differs",
      id: "eip3009:2",
      movedUsd: 7,
      capturedUsd: 6,
      workspaceId: "acme",
      proposalId: "prop_1",
    },
  ],
  findingCount: 3,
};
const unread = { ...agreeing, mode: null, problem: "RPC endpoint 1 failed." };

describe("the comparison of accounts", () => {
  it("has the sums of each account", () => {
    expect(railLines([agreeing])).toEqual([
      "x402 (test)",
      "  left       $7.25 in 2 payments",
      "  in ledger  $7.00 in 2 captures",
      "The account and the ledger agree.",
    ]);
  });

  it("has each difference, with its spend if it is known", () => {
    expect(railLines([differing]).slice(3)).toEqual([
      `  not_recorded  $0.25 left  erc20:1  ${at}`,
      `  amount_differs  $7.00 left, $6.00 in ledger  eip3009:2  ${at}  acme  prop_1`,
      "3 differences, the newest 2 listed.",
    ]);
  });

  it("has the reason why an account could not be read", () => {
    expect(railLines([unread])).toEqual([
      "x402 (no key)",
      "  not compared: RPC endpoint 1 failed.",
    ]);
  });

  it("needs a person after a difference or a failure", () => {
    expect([agreeing, differing, unread].map(hasRailProblem)).toEqual([false, true, true]);
  });
});
