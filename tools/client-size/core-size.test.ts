import { expect, it } from "vitest";
import { coreSize, treasuryInMemory } from "./core-size.ts";

it("keeps what a treasury in memory loads at its start under 815 kB, and 283 kB gzipped", async () => {
  const { minified, gzipped, modules } = await coreSize(treasuryInMemory);
  expect(minified).toBeLessThan(815_000);
  expect(gzipped).toBeLessThan(283_000);
  // Loaded by the first spend, turn, replay, and request for the document.
  const loaded = [...modules.keys()].join("\n");
  expect(loaded).toContain("kernel/spends/propose-spend.ts");
  expect(loaded).not.toMatch(
    /terms\/uses\/firearms|steps\/run-turn|replay-rules|openapi\/document/,
  );
});

it("keeps an error alone under 10 kB", async () => {
  const { minified } = await coreSize('export { TreasuryError } from "@agent-treasury/provider";');
  expect(minified).toBeGreaterThan(1_000);
  expect(minified).toBeLessThan(10_000);
});
