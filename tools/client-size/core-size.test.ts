import { expect, it } from "vitest";
import { coreSize, treasuryInMemory } from "./core-size.ts";

it("keeps what a treasury in memory loads at its start under 740 kB, and 272 kB gzipped", async () => {
  const { minified, gzipped, modules } = await coreSize(treasuryInMemory);
  expect(minified).toBeLessThan(740_000);
  expect(gzipped).toBeLessThan(272_000);
  const loaded = [...modules.keys()].join("\n");
  expect(loaded).toContain("kernel/spends/propose-spend.ts");
  for (const later of [
    "screening/src/screening.ts",
    "contract/src/openapi.ts",
    "features/agent/turn-runner.ts",
    "features/mcp/mcp-service.ts",
    "create/later-modules.ts",
    "features/rules/replay/replay-rules.ts",
    "features/workspace/verify-treasury.ts",
  ]) {
    expect(loaded).not.toContain(later);
  }
});

it("keeps all that it can load under 1,400 kB, and 500 kB gzipped", async () => {
  const size = await coreSize(treasuryInMemory);
  expect(size.minified + size.laterMinified).toBeLessThan(1_400_000);
  expect(size.gzipped + size.laterGzipped).toBeLessThan(500_000);
});

it("keeps an error alone under 10 kB", async () => {
  const { minified } = await coreSize('export { TreasuryError } from "@agent-treasury/provider";');
  expect(minified).toBeGreaterThan(1_000);
  expect(minified).toBeLessThan(10_000);
});
