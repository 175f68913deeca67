// Runs the plugin of treasury-core's README.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { scriptedModel } from "../../packages/sandbox/src/index.ts";
import { pluginConformance } from "../../packages/testing/src/plugin.ts";
import { createTreasury } from "../../packages/treasury-core/src/index.ts";
import { memoryStorage } from "../../packages/treasury-core/src/memory.ts";
import type { PluginParts, TreasuryPlugin } from "../../packages/treasury-core/src/plugin.ts";
import { codeOf } from "./code-blocks.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const code = codeOf(root, "packages/treasury-core/README.md").find(({ path }) =>
  path.endsWith("/payment-notes.ts"),
);
if (code === undefined) throw new Error("The README has no file payment-notes.ts.");
const { path, text } = code;
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, text);
afterAll(() => {
  rmSync(dirname(path), { recursive: true, force: true });
});
const { paymentNotes } = (await import(path)) as { readonly paymentNotes: TreasuryPlugin };

pluginConformance({ describe, it, expect }, { create: () => paymentNotes });

it("notes payments, and shows them to people and to the agent", async () => {
  const parts: PluginParts[] = [];
  const observed: TreasuryPlugin = {
    id: paymentNotes.id,
    register: (context) => {
      parts.push(paymentNotes.register(context));
      return parts[0] ?? {};
    },
  };
  const call = { name: "recent_payments", arguments: {} };
  const model = scriptedModel({
    answers: [`<tool_call>${JSON.stringify(call)}</tool_call>`, "You paid Acme."],
  });
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    recoverySeconds: false,
    model,
    plugins: [observed],
    openPluginRoutes: ["payment-notes:listPayments"],
  });
  const spend = { workspaceId: "acme", amountUsd: 5, vendor: "Acme", purpose: "paper" };
  const { proposal } = await treasury.propose(spend);
  const event = {
    kind: "proposalExecuted",
    id: "evt_1_0",
    workspaceId: "acme",
    at: new Date(0).toISOString(),
    proposal,
  } as const;
  const delivery = { event, target: "", attempt: 1, signal: new AbortController().signal };
  for (let attempt = 0; attempt < 2; attempt += 1) await parts[0]?.events?.deliver(delivery);

  const url = "http://localhost:3000/api/service/plugins/payment-notes/payments?workspaceId=acme";
  const response = await treasury.handler(new Request(url));
  expect(await response.json()).toEqual({ payments: [{ vendor: "Acme", amountUsd: 5 }] });

  await treasury.runTurn({ workspaceId: "acme", message: "What did you pay?" });
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("Acme");

  await treasury.recover();
  await treasury.recover();
  const { proposals } = await treasury.state("acme");
  expect(proposals.map(({ vendor, agentId }) => [vendor, agentId])).toEqual([
    ["Hetzner", "plugin:payment-notes"],
    ["Acme", "person"],
  ]);
});
