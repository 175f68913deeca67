import type { Rail, RailFinding, ReconciledRail } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import {
  assetsText,
  balanceOf,
  comparisonText,
  findingAmount,
  findingTitle,
  heldText,
  railStatus,
} from "./rail-text.ts";

const rail: Rail = {
  rail: "x402",
  mode: "live",
  balances: [{ asset: "USDC on eip155:8453", amountUsd: 10.1 }],
  problem: null,
  heldUsd: 3,
  heldCount: 2,
  lowBalanceUsd: 5,
  isLow: false,
  canReconcile: true,
};
const second = { asset: "USDC on eip155:137", amountUsd: 0.2 };

describe("a rail", () => {
  it("has the exact sum of its balances, and each of several", () => {
    const both = { ...rail, balances: [...(rail.balances ?? []), second] };
    expect([balanceOf(rail), assetsText(rail)]).toEqual([10.1, "USDC · Base"]);
    expect(balanceOf(both)).toBe(10.3);
    expect(assetsText(both)).toBe("$10.10 USDC · Base, $0.20 USDC · Polygon");
    const unknown = { ...rail, balances: null };
    expect([balanceOf(unknown), assetsText(unknown)]).toEqual([null, ""]);
    expect([heldText(rail), heldText({ ...rail, heldCount: 1 })]).toEqual([
      "2 payments in all workspaces",
      "1 payment in all workspaces",
    ]);
  });

  it.each([
    ["sandbox:test-usd on sandbox:local", "Test dollars · sandbox"],
    ["0x41E9 on eip155:80002", "0x41E9 · Polygon Amoy"],
    ["USDC on eip155:1", "USDC · eip155:1"],
    ["USD", "USD"],
  ])("shows %s as %s", (asset, shown) => {
    expect(assetsText({ ...rail, balances: [{ asset, amountUsd: 1 }] })).toBe(shown);
  });

  it.each([
    [{}, { level: "good", text: "Funded" }],
    [{ heldUsd: 10.1 }, { level: "good", text: "Funded" }],
    [{ heldUsd: 10.2 }, { level: "bad", text: "Less than held" }],
    [{ isLow: true }, { level: "warn", text: "Below $5.00" }],
    [{ balances: null }, null],
    [
      { balances: null, problem: "RPC failed." },
      { level: "bad", text: "Not readable" },
    ],
  ] as const)("with %o has the status %o", (change, status) => {
    expect(railStatus({ ...rail, ...change })).toEqual(status);
  });
});

describe("a difference", () => {
  const finding: RailFinding = {
    kind: "not_recorded",
    id: "1",
    movedUsd: 5,
    capturedUsd: null,
    at: "2026-11-03T10:00:00.000Z",
    description: null,
    workspaceId: null,
    proposalId: null,
  };

  it.each([
    [{}, "Not in the ledger", "$5.00 left"],
    [{ kind: "not_moved", movedUsd: null, capturedUsd: 6 }, "No movement", "$6.00 in the ledger"],
    [
      { kind: "amount_differs", capturedUsd: 6 },
      "Another amount",
      "$5.00 left, $6.00 in the ledger",
    ],
  ] as const)("with %o is described", (change, title, amount) => {
    const changed = { ...finding, ...change };
    expect([findingTitle(changed), findingAmount(changed)]).toEqual([title, amount]);
  });
});

describe("a comparison", () => {
  const sum = { count: 1, amountUsd: 5 };
  const compared: ReconciledRail = {
    rail: "x402",
    mode: "live",
    problem: null,
    movements: sum,
    captures: sum,
    findings: [],
    findingCount: 0,
  };

  it.each([
    [{}, "x402: 1 payment, no difference."],
    [{ findingCount: 1, movements: { count: 2, amountUsd: 9 } }, "x402: 2 payments, 1 difference."],
    [{ findingCount: 3 }, "x402: 1 payment, 3 differences."],
    [{ problem: "RPC failed." }, "x402 could not be compared: RPC failed."],
  ])("with %o is a sentence", (change, text) => {
    expect(comparisonText({ ...compared, ...change })).toBe(text);
  });
});
