import { expect, it } from "vitest";
import { coreSize, treasuryInMemory } from "./core-size.ts";

it("keeps what a treasury in memory loads at its start under 830 kB, and 293 kB gzipped", async () => {
  const { minified, gzipped, modules } = await coreSize(treasuryInMemory);
  expect(minified).toBeLessThan(830_000);
  expect(gzipped).toBeLessThan(293_000);
  const loaded = [...modules.keys()].join("\n");
  expect(loaded).toContain("kernel/spends/propose-spend.ts");
  for (const later of [
    "screening/src/screening.ts",
    "contract/src/openapi.ts",
    "features/agent/turn-runner.ts",
    "features/mcp/mcp-service.ts",
  ]) {
    expect(loaded).not.toContain(later);
  }
});

it("keeps all that it can load under 1,380 kB, and 480 kB gzipped", async () => {
  const size = await coreSize(treasuryInMemory);
  expect(size.minified + size.laterMinified).toBeLessThan(1_380_000);
  expect(size.gzipped + size.laterGzipped).toBeLessThan(480_000);
});

it("keeps an error alone under 10 kB", async () => {
  const { minified } = await coreSize('export { TreasuryError } from "@agent-treasury/provider";');
  expect(minified).toBeGreaterThan(1_000);
  expect(minified).toBeLessThan(10_000);
});
