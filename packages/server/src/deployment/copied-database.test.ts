import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect, it } from "vitest";
import { warnAboutCopy } from "./copied-database.ts";
import { openDeployment } from "./open-deployment.ts";

async function warningsFor(expected: (stored: string) => string): Promise<readonly string[]> {
  const storage = memoryStorage();
  const first = await openDeployment({ env: {}, storage });
  const stored = await first.treasury.deployment.replaceId();
  const env = { TREASURY_DEPLOYMENT_ID: expected(stored) };
  const warnings: string[] = [];
  const warn = (_details: object, message: string): void => void warnings.push(message);
  await warnAboutCopy(await openDeployment({ env, storage }), { warn });
  return warnings;
}

it("warns if the database has another id than the setting", async () => {
  expect(await warningsFor(() => "0".repeat(32))).toEqual([
    expect.stringContaining("run agent-treasury restored"),
  ]);
});

it.each(["the same id", "no setting"])("does not warn with %s", async (setting) => {
  expect(await warningsFor((stored) => (setting === "the same id" ? stored : ""))).toEqual([]);
});

it("does not warn about a database without an id", async () => {
  const warnings: string[] = [];
  const env = { TREASURY_DEPLOYMENT_ID: "0".repeat(32) };
  const warn = (_details: object, message: string): void => void warnings.push(message);
  await warnAboutCopy(await openDeployment({ env, storage: memoryStorage() }), { warn });
  expect(warnings).toEqual([]);
});
