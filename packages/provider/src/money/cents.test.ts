import { describe, expect, it } from "vitest";
import { Micros } from "./micros.ts";

describe("an amount in cents", () => {
  it.each([0, 1, 1999, 99_999_999, -250])("comes back as %i", (cents) => {
    expect(Micros.toCents(Micros.fromCents(cents))).toBe(cents);
  });

  it("is ten thousand micro-dollars a cent", () => {
    expect(Micros.fromCents(1999)).toBe(19_990_000n);
  });

  it.each([Number("NaN"), Number("Infinity"), 0.5, 2 ** 53])("is never %d", (cents) => {
    expect(() => Micros.fromCents(cents)).toThrow(RangeError);
    expect(() => Micros.fromCents(cents)).toThrow("whole number of cents");
  });

  it("is none of a fraction of a cent, nor of more than a number tells apart", () => {
    expect(() => Micros.toCents(Micros.of(19_990_001n))).toThrow(RangeError);
    expect(() => Micros.toCents(Micros.of(19_990_001n))).toThrow("19990001 micro-dollars");
    expect(() => Micros.toCents(Micros.of(10_000n * 2n ** 53n))).toThrow(RangeError);
  });
});
