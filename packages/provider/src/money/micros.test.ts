import { describe, expect, it } from "vitest";
import { isWithinTotals, maximumTotal } from "./limits.ts";
import { Micros } from "./micros.ts";

const tenth = Micros.of(100_000n);

describe("amounts", () => {
  it("add up without rounding errors", () => {
    let sum = Micros.zero;
    for (let count = 0; count < 1_000_000; count += 1) sum = Micros.add(sum, tenth);
    expect(sum).toBe(Micros.of("100000000000"));
    expect(sum).toBe(Micros.multiply(tenth, 1_000_000n));
  });

  it("subtract, negate and compare exactly", () => {
    expect(Micros.subtract(tenth, Micros.of(100_001n))).toBe(-1n);
    expect(Micros.negate(Micros.negate(tenth))).toBe(tenth);
    expect(Micros.max(tenth, Micros.zero)).toBe(tenth);
    expect(Micros.max(Micros.negate(tenth), Micros.zero)).toBe(Micros.zero);
  });

  it("are parsed from their own text form, positive and negative", () => {
    for (const amount of [
      Micros.zero,
      tenth,
      Micros.negate(tenth),
      maximumTotal,
      Micros.negate(maximumTotal),
    ]) {
      expect(Micros.of(Micros.toText(amount))).toBe(amount);
    }
  });

  it.each([
    [24_000_000n, "$24.00"],
    [1_250_500_000n, "$1,250.50"],
    [1_234_567_000_001n, "$1,234,567.000001"],
    [-3_500_000n, "-$3.50"],
    [0n, "$0.00"],
  ])("of %s are shown as %s", (amount, text) => {
    expect(Micros.formatUsd(Micros.of(amount))).toBe(text);
  });

  it("reject a text that is not an integer", () => {
    for (const text of ["0.1", "1e3", "twelve", "NaN"])
      expect(() => Micros.of(text)).toThrow(SyntaxError);
  });

  it("are within the totals from -8,000,000,000 to 8,000,000,000 USD", () => {
    expect(isWithinTotals(maximumTotal)).toBe(true);
    expect(isWithinTotals(Micros.negate(maximumTotal))).toBe(true);
    expect(isWithinTotals(Micros.add(maximumTotal, Micros.of(1n)))).toBe(false);
    expect(isWithinTotals(Micros.subtract(Micros.negate(maximumTotal), Micros.of(1n)))).toBe(false);
  });
});
