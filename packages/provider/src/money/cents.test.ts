import { describe, expect, it } from "vitest";
import { Micros } from "./micros.ts";

describe("amounts in cents", () => {
  it.each([0, 1, 1999, 99_999_999, -250])("converts %i back and forth", (cents) => {
    expect(Micros.toCents(Micros.fromCents(cents))).toBe(cents);
  });

  it("converts a cent to ten thousand micro-dollars", () => {
    expect(Micros.fromCents(1999)).toBe(19_990_000n);
  });

  it.each([Number("NaN"), Number("Infinity"), 0.5, 2 ** 53])("rejects %d", (cents) => {
    expect(() => Micros.fromCents(cents)).toThrow(RangeError);
    expect(() => Micros.fromCents(cents)).toThrow("whole number of cents");
  });

  it("rejects fractions of a cent and more cents than a number represents exactly", () => {
    expect(() => Micros.toCents(Micros.of(19_990_001n))).toThrow(RangeError);
    expect(() => Micros.toCents(Micros.of(19_990_001n))).toThrow("19990001 micro-dollars");
    expect(() => Micros.toCents(Micros.of(10_000n * 2n ** 53n))).toThrow(RangeError);
  });
});
