import { expect, it } from "vitest";
import { comparisonTable } from "./comparison-table.ts";

it("compares the first with each other one, and names those that did not run", () => {
  const samples = new Map([
    ["ours", [300, 100, 200].map((perSecond) => ({ perSecond, p50Ms: 1, p99Ms: 5 }))],
    ["theirs", [100, 50, 100].map((perSecond) => ({ perSecond }))],
  ]);
  const entries = [{ name: "ours" }, { name: "theirs" }, { name: "absent", notRun: "install it" }];
  const { rows } = comparisonTable(entries, samples, "a second");
  expect(rows).toEqual([
    { name: "ours", cells: ["200", "100 to 300", "1 ms", "5 ms", ""] },
    { name: "theirs", cells: ["100", "50 to 100", "–", "–", "2.00 ×"] },
    { name: "absent", notRun: "install it" },
  ]);
});
