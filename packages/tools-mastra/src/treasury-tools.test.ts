import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FrameworkToolsOptions, treasuryInProcess } from "./index.ts";
import { proposing, scriptedAgent } from "./mastra.fixture.ts";
import type { ScriptedAnswer } from "./scripted-model.fixture.ts";

const large = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };

describe("a spend that needs approval", () => {
  it.each([{}, { approved: true }, { status: "executed" }])(
    "pays nothing and suspends again while it is pending, whatever resumes it (%j)",
    async (resumeValue) => {
      const path = folder();
      const runId = await suspended(path);
      const { agent, treasury } = openProcess(path);
      const { finishReason } = await agent.resumeGenerate(resumeValue, { runId });
      expect(finishReason).toBe("suspended");
      expect(await spends(treasury)).toEqual([]);
      expect((await treasury.state()).pendingCount).toBe(1);
    },
  );

  it("is still pending after Mastra's own approval of the call", async () => {
    const path = folder();
    const runId = await suspended(path);
    const { agent, treasury } = openProcess(path);
    const output = await agent.approveToolCall({ runId, toolCallId: "call" });
    await output.consumeStream();
    expect(await spends(treasury)).toEqual([]);
    expect((await treasury.state()).pendingCount).toBe(1);
  });

  it("returns pending if the option asks for it", async () => {
    const { agent, results } = openProcess(folder(), [proposing(large), "ok"], {
      onPending: "return",
    });
    expect((await agent.generate("Buy a lamp.")).text).toBe("ok");
    expect(results()).toMatchObject([{ status: "pending" }]);
  });

  it("suspends one of two calls in an answer, then the other", async () => {
    const path = folder();
    const two = [...proposing(large, "one"), ...proposing({ ...large, purpose: "a desk" }, "two")];
    const { agent, treasury } = openProcess(path, [two, "both"]);
    const { runId = "" } = await agent.generate("Buy both.");
    await approve(treasury);
    expect((await agent.resumeGenerate({}, { runId })).finishReason).toBe("suspended");
    await approve(treasury);
    expect((await agent.resumeGenerate({}, { runId })).text).toBe("both");
    expect(await spends(treasury)).toEqual([40, 40]);
  });
});

it("sends the model descriptions and parameters as JSON Schema", async () => {
  const { agent, lastCall } = openProcess(folder(), ["ok"], { fetchPaid: true });
  await agent.generate("Hello.");
  const tools = lastCall()?.tools ?? [];
  expect(tools.map(({ name }) => name)).toEqual([
    "check_budget",
    "propose_spend",
    "fetch_paid",
    "follow_proposal",
  ]);
  expect(tools[1]).toMatchObject({
    type: "function",
    description: expect.stringContaining("never pays twice") as string,
    inputSchema: {
      type: "object",
      required: ["amountUsd", "vendor", "purpose"],
      properties: { amountUsd: { type: "number", description: "Amount in USD, above zero" } },
    },
  });
});

function openProcess(
  path: string,
  script: readonly ScriptedAnswer[] = [],
  options: FrameworkToolsOptions = {},
) {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: join(path, "treasury.db") }),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    access: "guests",
  });
  onTestFinished(() => treasury.close());
  const access = treasuryInProcess(treasury, { agentId: "buyer" });
  return { treasury, ...scriptedAgent(access, join(path, "runs.db"), script, options) };
}

/** Returns the id of a run that another process suspended. */
async function suspended(path: string): Promise<string> {
  const { agent } = openProcess(path, [proposing(large)]);
  const { runId = "", finishReason, suspendPayload } = await agent.generate("Buy a lamp.");
  expect(finishReason).toBe("suspended");
  expect(suspendPayload).toMatchObject({ suspendPayload: { ...large } });
  return runId;
}

async function approve(treasury: Treasury): Promise<void> {
  const { proposals } = await treasury.state();
  const { id } = proposals.find(({ status }) => status === "pending")!;
  await treasury.decide({ proposalId: id, operator: "Ada", decision: "approve" });
}

async function spends(treasury: Treasury): Promise<number[]> {
  const { proposals } = await treasury.state();
  return proposals.flatMap(({ status, amountUsd }) => (status === "executed" ? [amountUsd] : []));
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "treasury-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
