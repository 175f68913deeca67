import { expect, it } from "vitest";
import { median, medianRatio, percentile } from "./statistics.ts";

it("returns the middle value, or the mean of the middle two, in any order", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 10, 2])).toBe(3);
  expect(median([7])).toBe(7);
});

it("orders numbers by their size, not as text", () => {
  expect(median([100, 9, 20])).toBe(20);
});

it("returns NaN for no values", () => {
  expect(median([])).toBeNaN();
  expect(percentile([], 0.5)).toBeNaN();
});

it("finds the value that a share of all do not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([3], 0.99)).toBe(3);
});

it("compares within rounds, so that a slow round has no effect", () => {
  const fast = [100, 10, 100, 100];
  const slow = [50, 5, 50, 50];
  expect(medianRatio(fast, slow)).toBe(2);
});
