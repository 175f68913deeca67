import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { LibSQLStore } from "@mastra/libsql";
import { describe, expect, it, onTestFinished } from "vitest";
import { type MastraToolsOptions, treasuryInProcess, treasuryTools } from "./index.ts";
import { type ScriptedAnswer, scriptedModel } from "./scripted-model.fixture.ts";

const small = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
const large = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };

describe("a spend that needs no approval", () => {
  it("is paid in the call, once, even if the model repeats the call", async () => {
    const script = [call(small, "first"), call(small, "second"), "ok"];
    const { agent, model, treasury } = openProcess(folder(), script);
    const { text } = await agent.generate("Buy paper.");
    expect(text).toBe("ok");
    expect(model.results()).toMatchObject([{ status: "executed" }, { status: "executed" }]);
    expect(await spends(treasury)).toEqual([4]);
  });
});

describe("a spend that needs approval", () => {
  it("suspends, and is paid once after its approval elsewhere and a restart", async () => {
    const path = folder();
    const runId = await suspended(path);
    await decide(openProcess(path).treasury, { decision: "approve" });
    const { agent, model, treasury } = openProcess(path, ["bought"]);
    const { text } = await agent.resumeGenerate({}, { runId });
    expect(text).toBe("bought");
    expect(model.results()).toMatchObject([{ status: "executed", amountUsd: 40 }]);
    expect(await spends(treasury)).toEqual([40]);
  });

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

  it("reaches the model as denied, with the approver's comment", async () => {
    const path = folder();
    const runId = await suspended(path);
    const { agent, model, treasury } = openProcess(path, ["no lamp"]);
    await decide(treasury, { decision: "deny", comment: "We have lamps." });
    await agent.resumeGenerate({}, { runId });
    expect(model.results()).toMatchObject([{ status: "denied", comment: "We have lamps." }]);
    expect(await spends(treasury)).toEqual([]);
  });

  it("returns pending if the option asks for it", async () => {
    const { agent, model } = openProcess(folder(), [call(large), "ok"], { onPending: "return" });
    expect((await agent.generate("Buy a lamp.")).text).toBe("ok");
    expect(model.results()).toMatchObject([{ status: "pending" }]);
  });

  it("suspends one of two calls in an answer, then the other", async () => {
    const path = folder();
    const two = [...call(large, "one"), ...call({ ...large, purpose: "a desk" }, "two")];
    const { agent, treasury } = openProcess(path, [two, "both"]);
    const { runId = "" } = await agent.generate("Buy both.");
    await decide(treasury, { decision: "approve" });
    expect((await agent.resumeGenerate({}, { runId })).finishReason).toBe("suspended");
    await decide(treasury, { decision: "approve" });
    expect((await agent.resumeGenerate({}, { runId })).text).toBe("both");
    expect(await spends(treasury)).toEqual([40, 40]);
  });
});

it("sends the model descriptions and parameters as JSON Schema", async () => {
  const { agent, model } = openProcess(folder(), ["ok"], { fetchPaid: true });
  await agent.generate("Hello.");
  const tools = model.lastCall()?.tools ?? [];
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
  options: MastraToolsOptions = {},
) {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: join(path, "treasury.db") }),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    access: "guests",
  });
  onTestFinished(() => treasury.close());
  const model = scriptedModel(script);
  const tools = treasuryTools(treasuryInProcess(treasury, { agentId: "buyer" }), options);
  const buyer = new Agent({
    id: "buyer",
    name: "Buyer",
    instructions: "Buy.",
    model: model.model,
    tools,
  });
  const storage = new LibSQLStore({ id: "runs", url: `file:${join(path, "mastra.db")}` });
  const mastra = new Mastra({ agents: { buyer }, storage, logger: false });
  return { treasury, model, agent: mastra.getAgent("buyer") };
}

/** Returns the id of a run that another process suspended. */
async function suspended(path: string): Promise<string> {
  const { agent } = openProcess(path, [call(large)]);
  const { runId = "", finishReason, suspendPayload } = await agent.generate("Buy a lamp.");
  expect(finishReason).toBe("suspended");
  expect(suspendPayload).toMatchObject({ suspendPayload: { ...large } });
  return runId;
}

function call(spend: object, toolCallId = "call") {
  const toolName = "propose_spend";
  return [{ type: "tool-call" as const, toolCallId, toolName, input: JSON.stringify(spend) }];
}

async function decide(
  treasury: Treasury,
  decision: { decision: "approve" | "deny"; comment?: string },
): Promise<void> {
  const { proposals } = await treasury.state();
  const { id } = proposals.find(({ status }) => status === "pending")!;
  await treasury.decide({ proposalId: id, operator: "Ada", ...decision });
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
