import { expect, it } from "vitest";
import { coreSize, treasuryInMemory } from "./core-size.ts";

it("keeps what a treasury in memory loads at its start under 1,150 kB, and 402 kB gzipped", async () => {
  const { minified, gzipped, modules } = await coreSize(treasuryInMemory);
  expect(minified).toBeLessThan(1_150_000);
  expect(gzipped).toBeLessThan(402_000);
  const loaded = [...modules.keys()].join("\n");
  expect(loaded).toContain("kernel/spends/propose-spend.ts");
});

it("keeps an error alone under 10 kB", async () => {
  const { minified } = await coreSize('export { TreasuryError } from "@agent-treasury/provider";');
  expect(minified).toBeGreaterThan(1_000);
  expect(minified).toBeLessThan(10_000);
});
