import { describe, expect, it } from "vitest";
import { wholeClock } from "./whole-clock.ts";

describe("a clock that an app passed", () => {
  it.each([
    [1_900_000_000_000, 1_900_000_000_000],
    [1_900_000_000_000.75, 1_900_000_000_000],
    [-0.5, -1],
    [8_640_000_000_000_000, 8_640_000_000_000_000],
  ])("that returns %d is read as %d", (time, whole) => {
    expect(wholeClock(() => time)()).toBe(whole);
  });

  it.each([
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [8_640_000_000_000_001, "8640000000000001"],
    [undefined, "a value of the type undefined"],
    [1n, "a value of the type bigint"],
    ["2026-01-01", "a value of the type string"],
    [new Date(0), "a value of the type object"],
  ])("that returns %s is rejected", (time, shown) => {
    const now = wholeClock(() => time as number, "clock.now", "internal_error");
    expect(now).toThrow(
      expect.objectContaining({
        code: "internal_error",
        message: expect.stringContaining(`\`clock.now\` returned ${shown} instead`) as unknown,
      }),
    );
  });
});
