// Runs the quick start of the README.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { setDefaultModelProvider, setTracingDisabled } from "@openai/agents";
import { ScriptedModel } from "@openai/agents/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import { answering, proposing, readBy } from "./openai-agents.fixture.ts";

const path = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

it("gives an agent a budget in at most ten lines", async () => {
  const code = /```ts\n(.*?)```/s.exec(readFileSync(path("README.md"), "utf8"))?.[1] ?? "";
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(10);
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
  vi.stubGlobal("fetch", (...request: ConstructorParameters<typeof Request>) =>
    treasury.handler(new Request(...request)),
  );
  const spend = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
  const model = new ScriptedModel([proposing(spend), answering("Bought.")]);
  setTracingDisabled(true);
  setDefaultModelProvider({ getModel: () => model });
  mkdirSync(path("code-of-quick-start"), { recursive: true });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    rmSync(path("code-of-quick-start"), { recursive: true });
    await treasury.close();
  });
  const file = path("code-of-quick-start/buyer.ts");
  writeFileSync(file, code);
  const { finalOutput } = (await import(file)) as { readonly finalOutput: string };
  expect(finalOutput).toBe("Bought.");
  expect(readBy(model)[0]).toContain('"status":"executed"');
});
