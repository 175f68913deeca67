import { beforeAll, expect, it } from "vitest";
import { coreSize, treasuryInMemory } from "./core-size.ts";

let size: Awaited<ReturnType<typeof coreSize>>;
beforeAll(async () => {
  size = await coreSize(treasuryInMemory);
});

it("keeps what a treasury in memory loads at its start under 615 kB, and 225 kB gzipped", () => {
  const { minified, gzipped, modules } = size;
  expect(minified).toBeLessThan(615_000);
  expect(gzipped).toBeLessThan(225_000);
  const loaded = [...modules.keys()].join("\n");
  expect(loaded).toContain("kernel/spends/propose-spend.ts");
  for (const later of [
    "screening/src/screening.ts",
    "contract/src/openapi.ts",
    "features/agent/turn-runner.ts",
    "features/mcp/mcp-service.ts",
    "create/later-modules.ts",
    "features/rules/replay/replay-rules.ts",
    "features/verification/verify-treasury.ts",
    "features/verification/chain-walk.ts",
    "features/receipts/signing-keys.ts",
    "features/payees/names-payee.ts",
    "features/events/delivery/deliverer.ts",
    "features/payments/payouts/pay-spend.ts",
    "features/tabs/tab-operations.ts",
    "features/machines/agent-machines.ts",
    "features/channels/channel-consumer.ts",
  ]) {
    expect(loaded).not.toContain(later);
  }
});

it("keeps all that it can load under 1,400 kB, and 508 kB gzipped", () => {
  expect(size.minified + size.laterMinified).toBeLessThan(1_400_000);
  expect(size.gzipped + size.laterGzipped).toBeLessThan(508_000);
});

it("keeps an error alone under 10 kB", async () => {
  const { minified } = await coreSize('export { TreasuryError } from "@agent-treasury/provider";');
  expect(minified).toBeGreaterThan(1_000);
  expect(minified).toBeLessThan(10_000);
});
