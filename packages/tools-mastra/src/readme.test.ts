// Runs the quick start of the README.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { Agent } from "@mastra/core/agent";
import { expect, it, onTestFinished, vi } from "vitest";
import { proposing, runsFile } from "./mastra.fixture.ts";
import { scriptedModel } from "./scripted-model.fixture.ts";

const path = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

it("gives an agent a budget in at most ten lines beside it", async () => {
  const code = /```ts\n(.*?)```/s.exec(readFileSync(path("README.md"), "utf8"))?.[1] ?? "";
  const [before = "", after = ""] = code.split(/^export const buyer = .*?^}\);$/ms);
  expect(`${before.trim()}\n${after.trim()}`.split("\n").length).toBeLessThanOrEqual(11);
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    authenticate: () => null,
  });
  const issued = { workspaceId: "demo", agentId: "buyer", name: "Buyer", operator: "Ada" };
  const { token } = await treasury.credentials.issue(issued);
  vi.stubEnv("TREASURY_URL", "http://localhost:3000");
  vi.stubEnv("TREASURY_TOKEN", token);
  vi.stubEnv("RUNS_URL", `file:${runsFile()}`);
  vi.stubGlobal("fetch", (...request: ConstructorParameters<typeof Request>) =>
    treasury.handler(new Request(...request)),
  );
  const spend = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
  mkdirSync(path("code-of-quick-start"), { recursive: true });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    rmSync(path("code-of-quick-start"), { recursive: true });
    await treasury.close();
  });
  const file = path("code-of-quick-start/buyer.ts");
  writeFileSync(file, code);
  const { buyer } = (await import(file)) as { readonly buyer: Agent };
  const { model, results } = scriptedModel([proposing(spend), "Bought."]);
  expect((await buyer.generate("Buy paper for 4 USD.", { model })).text).toBe("Bought.");
  expect(results()).toMatchObject([{ status: "executed" }]);
});
