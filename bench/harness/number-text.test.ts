import { expect, it } from "vitest";
import { figureText, millisecondsText, rangeText, ratioText } from "./number-text.ts";

it("writes three significant digits", () => {
  expect(figureText(12_345.6)).toBe("12,300");
  expect(figureText(0.012345)).toBe("0.0123");
  expect(figureText(999.9)).toBe("1,000");
  expect(millisecondsText(0.4567)).toBe("0.457 ms");
  expect(rangeText([5, 1_234, 900])).toBe("5 to 1,230");
});

it("writes ratios with two decimals where they are significant", () => {
  expect(ratioText(1.034)).toBe("1.03 ×");
  expect(ratioText(31.46)).toBe("31.5 ×");
});

it("writes a dash for a missing figure", () => {
  expect(figureText(Number.NaN)).toBe("–");
  expect(ratioText(Number.POSITIVE_INFINITY)).toBe("–");
});
