import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type Account, openAccount } from "../../kernel/ledger/account.ts";
import { violationOf } from "./limit-violation.ts";
import { underLimits } from "./limits-guard.ts";

const usd = (cents: number): Micros => Micros.fromCents(cents * 100);

const limits = {
  maxSpendPerAction: usd(50),
  autoApproveUnder: usd(10),
  dailySpendCap: usd(100),
  minReserve: usd(20),
};

/** 200 USD, of which 30 were spent today and 15 are held. */
const account: Account = {
  ...openAccount(usd(230), "2026-11-03", 0n),
  expense: usd(30),
  spentToday: usd(30),
  held: usd(15),
};

/** Returns the limits that an amount, and one micro-dollar more, exceed. */
function limitsAround(amount: Micros, at: Account): readonly (string | undefined)[] {
  return [amount, Micros.add(amount, Micros.of(1n))].map(
    (each) => violationOf(each, at, limits)?.limit,
  );
}

describe("the limits of a spend", () => {
  it("allow the maximum of one spend, and nothing above it", () => {
    expect(limitsAround(usd(50), account)).toEqual([undefined, "maxSpendPerAction"]);
    expect(violationOf(usd(51), account, limits)?.explanation).toBe(
      "$51.00 exceeds the limit of $50.00 for one spend.",
    );
  });

  it("count what was spent today and what is held against the daily cap", () => {
    const busy = { ...account, spentToday: usd(60) };
    expect(limitsAround(usd(25), busy)).toEqual([undefined, "dailySpendCap"]);
    expect(violationOf(usd(26), busy, limits)?.explanation).toBe(
      "$26.00 plus the $75.00 spent today exceeds the daily cap of $100.00.",
    );
  });

  it("protect the reserve, after subtracting held money", () => {
    const poor = { ...account, startingCapital: usd(80) };
    expect(limitsAround(usd(15), poor)).toEqual([undefined, "minReserve"]);
    expect(violationOf(usd(16), poor, limits)?.explanation).toBe(
      "$16.00 out of $35.00 would leave less than the reserve of $20.00.",
    );
  });

  it("report the first of several limits", () => {
    const full = { ...account, startingCapital: usd(80), spentToday: usd(90) };
    expect(violationOf(usd(51), full, limits)?.limit).toBe("maxSpendPerAction");
    expect(violationOf(usd(20), full, limits)?.limit).toBe("dailySpendCap");
  });
});

describe("a purchase that the screening rules block", () => {
  it("stays blocked when it also exceeds a limit that would only require approval", () => {
    const violation = violationOf(usd(45), { ...account, spentToday: usd(60) }, limits);
    const blocked = { verdict: "blocked", reason: "It is a weapon." } as const;
    expect(violation?.limit).toBe("dailySpendCap");
    expect(underLimits(blocked, violation)).toEqual(blocked);
  });
});
