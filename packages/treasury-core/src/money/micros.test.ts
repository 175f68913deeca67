import { describe, expect, it } from "vitest";
import { isWithinTotals, maximumTotal } from "./limits.ts";
import {
  add,
  maximum,
  microsToText,
  multiply,
  negate,
  subtract,
  toMicros,
  zero,
} from "./micros.ts";

const tenth = toMicros(100_000n);

describe("amounts", () => {
  it("add up without a rounding error, however many they are", () => {
    let sum = zero;
    for (let count = 0; count < 1_000_000; count += 1) sum = add(sum, tenth);
    expect(sum).toBe(toMicros("100000000000"));
    expect(sum).toBe(multiply(tenth, 1_000_000n));
  });

  it("subtract, negate and compare exactly", () => {
    expect(subtract(tenth, toMicros(100_001n))).toBe(-1n);
    expect(negate(negate(tenth))).toBe(tenth);
    expect(maximum(tenth, zero)).toBe(tenth);
    expect(maximum(negate(tenth), zero)).toBe(zero);
  });

  it("are read from the text that they are written as, of either sign", () => {
    for (const amount of [zero, tenth, negate(tenth), maximumTotal, negate(maximumTotal)]) {
      expect(toMicros(microsToText(amount))).toBe(amount);
    }
  });

  it("refuse a text that is no integer", () => {
    for (const text of ["0.1", "1e3", "twelve", "NaN"])
      expect(() => toMicros(text)).toThrow(SyntaxError);
  });

  it("are within the totals up to 8,000,000,000 USD of either sign, and not beyond", () => {
    expect(isWithinTotals(maximumTotal)).toBe(true);
    expect(isWithinTotals(negate(maximumTotal))).toBe(true);
    expect(isWithinTotals(add(maximumTotal, toMicros(1n)))).toBe(false);
    expect(isWithinTotals(subtract(negate(maximumTotal), toMicros(1n)))).toBe(false);
  });
});
