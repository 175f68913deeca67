import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timestamp } from "./timestamp.ts";

const farthest = 8_640_000_000_000_000;

describe("a timestamp", () => {
  it.each([
    [0, "1970-01-01T00:00:00.000Z"],
    [-1, "1969-12-31T23:59:59.999Z"],
    [Date.UTC(2024, 1, 29, 5, 6, 7, 8), "2024-02-29T05:06:07.008Z"],
    [Date.UTC(9999, 11, 31, 23, 59, 59, 99), "9999-12-31T23:59:59.099Z"],
    [Date.UTC(10_000, 0), "+010000-01-01T00:00:00.000Z"],
    [Date.UTC(999, 0), "0999-01-01T00:00:00.000Z"],
    [1_764_000_000_000.9, "2025-11-24T16:00:00.000Z"],
  ])("of %d is %s", (time, text) => {
    expect(timestamp(time)).toBe(text);
  });

  it("equals a date's ISO string at any time", () => {
    const moments = fc.oneof(
      fc.double({ min: 0, max: 4e12, noNaN: true }),
      fc.integer({ min: -farthest, max: farthest }),
    );
    fc.assert(
      fc.property(moments, (time) => {
        expect(timestamp(time)).toBe(new Date(time).toISOString());
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, farthest + 1])("of %d is rejected", (time) => {
    expect(() => timestamp(time)).toThrow(RangeError);
  });
});
