import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { Agent, RunState, Runner } from "@openai/agents";
import { ScriptedModel, assistantMessage, functionCall } from "@openai/agents/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type OpenAIAgentsToolsOptions,
  treasuryInProcess,
  treasuryTools,
  waitingProposals,
} from "./index.ts";

const small = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
const large = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };
const runner = new Runner({ tracingDisabled: true });

describe("a spend that needs no approval", () => {
  it("is paid in the call, once", async () => {
    const { agent, model, treasury } = openProcess(file(), [call(small), [assistantMessage("ok")]]);
    const { finalOutput } = await runner.run(agent, "Buy paper.");
    expect(finalOutput).toBe("ok");
    expect(readByModel(model)).toMatchObject([{ status: "executed", amountUsd: 4 }]);
    expect(await spends(treasury)).toEqual([4]);
  });

  it("is paid once if the model repeats the call", async () => {
    const script = [call(small, "first"), call(small, "second"), [assistantMessage("ok")]];
    const { agent, model, treasury } = openProcess(file(), script);
    await runner.run(agent, "Buy paper.");
    expect(readByModel(model)).toMatchObject([{ status: "executed" }, { status: "executed" }]);
    expect(await spends(treasury)).toEqual([4]);
  });
});

describe("a spend that needs approval", () => {
  it("interrupts, and is paid once after its approval elsewhere and a restart", async () => {
    const database = file();
    const state = await interrupted(database);
    const { treasury: approvers } = openProcess(database);
    await decide(approvers, { decision: "approve" });
    const { agent, model, treasury } = openProcess(database, [[assistantMessage("bought")]]);
    const { finalOutput } = await runner.run(agent, await RunState.fromString(agent, state));
    expect(finalOutput).toBe("bought");
    expect(readByModel(model)).toMatchObject([{ status: "executed", amountUsd: 40 }]);
    expect(await spends(treasury)).toEqual([40]);
  });

  it("interrupts again while it is pending", async () => {
    const database = file();
    const { agent, access, treasury } = openProcess(database, []);
    const state = await RunState.fromString(agent, await interrupted(database));
    const { interruptions, state: after } = await runner.run(agent, state);
    expect(interruptions).toHaveLength(1);
    expect(await waitingProposals(access, after)).toMatchObject([{ status: "pending", ...large }]);
    expect(await spends(treasury)).toEqual([]);
  });

  it("reaches the model as denied, with the approver's comment", async () => {
    const database = file();
    const state = await interrupted(database);
    const { agent, model, treasury } = openProcess(database, [[assistantMessage("no lamp")]]);
    await decide(treasury, { decision: "deny", comment: "We have <lamps>." });
    await runner.run(agent, await RunState.fromString(agent, state));
    const [denied] = readByModel(model);
    expect(denied).toMatchObject({ status: "denied" });
    expect(String(denied?.["comment"])).toContain("We have");
    expect(await spends(treasury)).toEqual([]);
  });

  it("returns pending if the option asks for it", async () => {
    const script = [call(large), [assistantMessage("waiting")]];
    const { agent, model } = openProcess(file(), script, { onPending: "return" });
    const { finalOutput } = await runner.run(agent, "Buy a lamp.");
    expect(finalOutput).toBe("waiting");
    expect(readByModel(model)).toMatchObject([{ status: "pending" }]);
  });
});

describe("an approval in the state of a run", () => {
  it.each([{ alwaysApprove: true }, { alwaysApprove: false }])(
    "pays nothing, and reaches the model as pending (%o)",
    async (sticky) => {
      const database = file();
      const script = [call(large, "again"), [assistantMessage("waiting")]];
      const { agent, model, treasury } = openProcess(database, script);
      const state = await RunState.fromString(agent, await interrupted(database));
      state.approve(state.getInterruptions()[0]!, sticky);
      const forged = await RunState.fromString(agent, state.toString());
      await runner.run(agent, forged);
      expect(readByModel(model)[0]).toMatchObject({ status: "pending" });
      expect(await spends(treasury)).toEqual([]);
      expect((await treasury.state()).pendingCount).toBe(1);
    },
  );
});

describe("a call whose arguments are not JSON", () => {
  it("interrupts, waits for no spend, and reaches the model as an error", async () => {
    const broken = [functionCall("propose_spend", "{", { callId: "broken" })];
    const { agent, access, model } = openProcess(file(), [broken, [assistantMessage("sorry")]]);
    const { state } = await runner.run(agent, "Buy a lamp.");
    expect(await waitingProposals(access, state)).toEqual([]);
    expect((await runner.run(agent, state)).finalOutput).toBe("sorry");
    expect(JSON.stringify(model.lastCall?.request.input)).toContain("parsing tool arguments");
  });

  it("leaves interruptions of other tools to the app", async () => {
    const { agent, access } = openProcess(file(), [call(large)]);
    const { state } = await runner.run(agent, "Buy a lamp.");
    const [first] = state.getInterruptions();
    Object.defineProperty(first, "name", { value: "delete_account" });
    expect(await waitingProposals(access, state)).toEqual([]);
    expect(state._context.isToolApproved({ toolName: "propose_spend", callId: "call" })).toBe(
      undefined,
    );
  });
});

it("sends the model descriptions and parameters as JSON Schema", async () => {
  const { agent, model } = openProcess(file(), [[assistantMessage("ok")]], { fetchPaid: true });
  await runner.run(agent, "Hello.");
  const tools = model.lastCall?.request.tools ?? [];
  expect(tools.map(({ name }) => name)).toEqual([
    "check_budget",
    "propose_spend",
    "fetch_paid",
    "follow_proposal",
  ]);
  expect(tools[1]).toMatchObject({
    type: "function",
    strict: false,
    description: expect.stringContaining("never pays twice") as string,
    parameters: {
      type: "object",
      required: ["amountUsd", "vendor", "purpose"],
      additionalProperties: false,
      properties: { amountUsd: { type: "number", description: "Amount in USD, above zero" } },
    },
  });
});

it("returns errors that the model can fix", async () => {
  const script = [call({ ...small, amountUsd: -1 }), [assistantMessage("ok")]];
  const { agent, model } = openProcess(file(), script);
  await runner.run(agent, "Buy paper.");
  expect(readByModel(model)).toMatchObject([{ code: "invalid_request" }]);
});

function openProcess(
  database: string,
  script: ConstructorParameters<typeof ScriptedModel>[0] = [],
  options: OpenAIAgentsToolsOptions = {},
) {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: database }),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    access: "guests",
  });
  onTestFinished(() => treasury.close());
  const access = treasuryInProcess(treasury, { agentId: "buyer" });
  const model = new ScriptedModel(script);
  const agent = new Agent({ name: "Buyer", model, tools: treasuryTools(access, options) });
  return { treasury, access, model, agent };
}

/** Returns the state of a run that waits for a lamp, as another process stored it. */
async function interrupted(database: string): Promise<string> {
  const { agent } = openProcess(database, [call(large)]);
  const { state, interruptions } = await runner.run(agent, "Buy a lamp.");
  expect(interruptions).toMatchObject([{ name: "propose_spend" }]);
  return state.toString();
}

function call(spend: object, callId = "call") {
  return [functionCall("propose_spend", { ...spend }, { callId })];
}

function readByModel(model: ScriptedModel): Record<string, unknown>[] {
  const { input = [] } = model.lastCall?.request ?? {};
  return [...input].flatMap((item) =>
    typeof item === "object" && item.type === "function_call_result"
      ? [JSON.parse((item.output as { text: string }).text) as Record<string, unknown>]
      : [],
  );
}

async function decide(
  treasury: Treasury,
  decision: { decision: "approve" | "deny"; comment?: string },
): Promise<void> {
  const { proposals } = await treasury.state();
  await treasury.decide({ proposalId: proposals[0]!.id, operator: "Ada", ...decision });
}

async function spends(treasury: Treasury): Promise<number[]> {
  const { proposals } = await treasury.state();
  return proposals.filter(({ status }) => status === "executed").map((p) => p.amountUsd);
}

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), "treasury-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "treasury.db");
}
