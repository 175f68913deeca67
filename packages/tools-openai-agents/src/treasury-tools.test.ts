import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { RunState, type RunToolApprovalItem } from "@openai/agents";
import { functionCall } from "@openai/agents/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type FrameworkToolsOptions, treasuryInProcess, waitingProposals } from "./index.ts";
import { answering, proposing, runner, scriptedAgent } from "./openai-agents.fixture.ts";
import { readBy } from "./quick-start.fixture.ts";

const small = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
const large = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };

describe("a spend that needs approval", () => {
  it("interrupts again while it is pending", async () => {
    const database = file();
    const { agent, access, treasury } = openProcess(database, []);
    const state = await RunState.fromString(agent, await interrupted(database));
    const { interruptions, state: after } = await runner.run(agent, state);
    expect(interruptions).toHaveLength(1);
    expect(await waitingProposals(access, after)).toMatchObject([{ status: "pending", ...large }]);
    expect(await spends(treasury)).toEqual([]);
  });

  it("returns pending if the option asks for it", async () => {
    const script = [proposing(large), answering("waiting")];
    const { agent, model } = openProcess(file(), script, { onPending: "return" });
    const { finalOutput } = await runner.run(agent, "Buy a lamp.");
    expect(finalOutput).toBe("waiting");
    expect(readBy(model).map((text) => JSON.parse(text))).toMatchObject([{ status: "pending" }]);
  });
});

describe("an approval in the state of a run", () => {
  it.each([{ alwaysApprove: true }, { alwaysApprove: false }])(
    "pays nothing, and reaches the model as pending (%o)",
    async (sticky) => {
      const database = file();
      const script = [proposing(large, "again"), answering("waiting")];
      const { agent, model, treasury } = openProcess(database, script);
      const state = await RunState.fromString(agent, await interrupted(database));
      state.approve(state.getInterruptions()[0]!, sticky);
      const forged = await RunState.fromString(agent, state.toString());
      await runner.run(agent, forged);
      expect(JSON.parse(readBy(model)[0]!)).toMatchObject({ status: "pending" });
      expect(await spends(treasury)).toEqual([]);
      expect((await treasury.state()).pendingCount).toBe(1);
    },
  );
});

describe("a call whose arguments are not JSON", () => {
  it("interrupts, waits for no spend, and reaches the model as an error", async () => {
    const broken = [functionCall("propose_spend", "{", { callId: "broken" })];
    const { agent, access, model } = openProcess(file(), [broken, answering("sorry")]);
    const { state } = await runner.run(agent, "Buy a lamp.");
    expect(await waitingProposals(access, state)).toEqual([]);
    expect((await runner.run(agent, state)).finalOutput).toBe("sorry");
    expect(JSON.stringify(model.lastCall?.request.input)).toContain("parsing tool arguments");
  });
});

it("leaves interruptions of other tools to the app", async () => {
  const { access } = openProcess(file());
  const approve = vi.fn<() => void>();
  const other = { name: "delete_account", arguments: "{" } as RunToolApprovalItem;
  expect(await waitingProposals(access, { getInterruptions: () => [other], approve })).toEqual([]);
  expect(approve).not.toHaveBeenCalled();
});

it("sends the model descriptions and parameters as JSON Schema", async () => {
  const { agent, model } = openProcess(file(), [answering("ok")], { fetchPaid: true });
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

it("proposes once per call of the model", async () => {
  const { access, agent } = openProcess(file(), [proposing(small), answering("ok")]);
  const propose = vi.spyOn(access, "propose");
  await runner.run(agent, "Buy paper.");
  expect(propose).toHaveBeenCalledTimes(1);
});

it("returns errors that the model can fix", async () => {
  const script = [proposing({ ...small, amountUsd: -1 }), answering("ok")];
  const { agent, model } = openProcess(file(), script);
  await runner.run(agent, "Buy paper.");
  expect(readBy(model).map((text) => JSON.parse(text))).toMatchObject([
    { code: "invalid_request" },
  ]);
});

function openProcess(
  database: string,
  script: Parameters<typeof scriptedAgent>[1] = [],
  options: FrameworkToolsOptions = {},
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
  return { treasury, access, ...scriptedAgent(access, script, options) };
}

/** Returns the state of a run that waits for a lamp, as another process stored it. */
async function interrupted(database: string): Promise<string> {
  const { agent } = openProcess(database, [proposing(large)]);
  const { state, interruptions } = await runner.run(agent, "Buy a lamp.");
  expect(interruptions).toMatchObject([{ name: "propose_spend" }]);
  return state.toString();
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
