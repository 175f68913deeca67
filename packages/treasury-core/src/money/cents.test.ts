import { describe, expect, it } from "vitest";
import { centsFromMicros, microsFromCents } from "./cents.ts";
import { toMicros } from "./micros.ts";

describe("an amount in cents", () => {
  it.each([0, 1, 1999, 99_999_999, -250])("comes back as %i", (cents) => {
    expect(centsFromMicros(microsFromCents(cents))).toBe(cents);
  });

  it("is ten thousand micro-dollars a cent", () => {
    expect(microsFromCents(1999)).toBe(19_990_000n);
  });

  it.each([Number("NaN"), Number("Infinity"), 0.5, 2 ** 53])("is never %d", (cents) => {
    expect(() => microsFromCents(cents)).toThrow(RangeError);
  });

  it("is none of a fraction of a cent, nor of more than a number tells apart", () => {
    expect(() => centsFromMicros(toMicros(19_990_001n))).toThrow(RangeError);
    expect(() => centsFromMicros(toMicros(10_000n * 2n ** 53n))).toThrow(RangeError);
  });
});
