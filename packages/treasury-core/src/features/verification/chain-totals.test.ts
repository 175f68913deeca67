import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type Account, openAccount } from "../../kernel/ledger/account.ts";
import type { EntryRecord } from "../../kernel/ledger/chain.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { type ChainTotals, countEntry, openTotals, totalsFlaw } from "./chain-totals.ts";

const day = "2026-11-03";
const account: Account = openAccount(dollars(100), day, 0n);
const totals = openTotals(dollars(100), day);
const cent = Micros.fromCents(1);

const expense: EntryRecord = {
  id: "entry_1_1",
  type: "expense",
  description: { text: null, digest: "" },
  proposalId: null,
  reference: null,
  reversalOf: null,
  createdAt: `${day}T10:00:00.000Z`,
  day,
  salt: null,
  decision: null,
};

function withCentMore(name: "startingCapital" | "deposits" | "revenue" | "expense"): {
  head: Account;
  entries: ChainTotals;
} {
  const head = { ...account, [name]: Micros.add(account[name], cent) };
  // The balances match, so that only the named total differs.
  const balance = name === "expense" ? Micros.negate(cent) : cent;
  return { head, entries: { ...totals, balance: Micros.add(totals.balance, balance) } };
}

describe("the totals in the head", () => {
  it("have no flaw if they equal the totals of the entries", () => {
    expect(totalsFlaw(account, totals)).toBeNull();
  });

  it.each([
    ["startingCapital", "starting capital"],
    ["deposits", "deposits"],
    ["revenue", "revenue"],
    ["expense", "expense"],
  ] as const)("are compared by themselves: %s", (name, text) => {
    const { head, entries } = withCentMore(name);
    expect(totalsFlaw(head, entries)).toBe(
      `The ${text} in the head does not match the sum of the entries.`,
    );
  });

  it.each([
    ["balance", "balance"],
    ["spentOnDay", "spending of the day"],
    ["autoApprovedOnDay", "day's automatic spending"],
  ] as const)("are compared by themselves: %s of the entries", (name, text) => {
    const entries = { ...totals, [name]: Micros.add(totals[name], cent) };
    expect(totalsFlaw(account, entries)).toBe(
      `The ${text} in the head does not match the sum of the entries.`,
    );
  });

  it("count an expense without a decision as spent, and not as auto-approved", () => {
    const counted = countEntry(totals, Micros.negate(cent), expense);
    expect([counted.spentOnDay, counted.autoApprovedOnDay]).toEqual([cent, 0n]);
  });
});
