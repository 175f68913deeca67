import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { FunctionDeclaration, Part } from "@google/genai";
import { describe, expect, it, onTestFinished } from "vitest";
import { asked, proposing, runAgent } from "./adk.fixture.ts";
import { resumeMessage, treasuryInProcess, waitingSpends } from "./index.ts";

const small = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
const large = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };
const done: readonly Part[] = [{ text: "Done." }];

describe("a spend that needs approval", () => {
  it("is paid once, whether the confirmation agrees or refuses", async () => {
    for (const confirmed of [true, false]) {
      const { treasury, access } = open();
      const started = await runAgent(access, [proposing(large)], asked);
      expect(started.waiting).toMatchObject([{ ...large, proposalId: expect.any(String) }]);
      await approve(treasury);
      const message = resumeMessage(started.waiting);
      for (const { functionResponse } of message.parts ?? []) {
        if (functionResponse !== undefined) functionResponse.response = { confirmed };
      }
      const { model } = await runAgent(access, [done], message, started.events);
      expect(model.read().join("")).toContain('"status":"executed"');
      expect(await spends(treasury)).toEqual([40]);
    }
  });

  it("is read as pending if the run resumes before the decision", async () => {
    const { treasury, access } = open();
    const started = await runAgent(access, [proposing(large)], asked);
    const message = resumeMessage(started.waiting);
    const { model, waiting } = await runAgent(access, [done], message, started.events);
    expect(model.read().join("")).toContain('"status":"pending"');
    expect(waiting).toEqual([]);
    expect(await spends(treasury)).toEqual([]);
  });

  it("returns pending if the option asks for it", async () => {
    const { access } = open();
    const options = { onPending: "return" } as const;
    const { model, waiting } = await runAgent(access, [proposing(large), done], asked, [], options);
    expect(model.read().join("")).toContain('"status":"pending"');
    expect(waiting).toEqual([]);
  });

  it("waits beside another one of the same answer", async () => {
    const { treasury, access } = open();
    const desk = { ...large, purpose: "a desk" };
    const both = [...proposing(large, "one"), ...proposing(desk, "two")];
    const started = await runAgent(access, [both], asked);
    expect(started.waiting.map(({ purpose }) => purpose)).toEqual(["a lamp", "a desk"]);
    await approve(treasury);
    const message = resumeMessage(started.waiting);
    const { model } = await runAgent(access, [done], message, started.events);
    expect(model.read()).toHaveLength(2);
    expect(await spends(treasury)).toEqual([40, 40]);
  });

  it("is paid once beside a paid one, which the model can propose again to read it", async () => {
    const { treasury, access } = open();
    const both = [...proposing(small, "one"), ...proposing(large, "two")];
    const started = await runAgent(access, [both], asked);
    await approve(treasury);
    const message = resumeMessage(started.waiting);
    const script = [proposing(small, "three"), done];
    const { model } = await runAgent(access, script, message, started.events);
    expect(model.read().join("")).toContain('"repeated":true');
    expect(await spends(treasury)).toEqual([40, 4]);
  });
});

it("leaves out confirmations of other tools", () => {
  const functionCall = { id: "1", name: "adk_request_confirmation", args: {} };
  const others = [{ functionCall }, { functionCall: { id: "2", name: "other" } }, { text: "hi" }];
  expect(waitingSpends({ content: { parts: others } })).toEqual([]);
  expect(waitingSpends({})).toEqual([]);
});

it("sends the model descriptions and parameters", async () => {
  const { access } = open();
  const { model } = await runAgent(access, [done], asked, [], { fetchPaid: true });
  const [tool] = model.requests[0]?.config?.tools ?? [];
  const { functionDeclarations = [] } = tool as { functionDeclarations?: FunctionDeclaration[] };
  expect(functionDeclarations.map(({ name }) => name)).toEqual([
    "check_budget",
    "propose_spend",
    "fetch_paid",
    "follow_proposal",
  ]);
  expect(functionDeclarations[1]).toMatchObject({
    description: expect.stringContaining("never pays twice") as string,
    parameters: { required: ["amountUsd", "vendor", "purpose"] },
  });
});

function open() {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    autoApprovePayees: "any",
    recoverySeconds: false,
    access: "guests",
  });
  onTestFinished(() => treasury.close());
  return { treasury, access: treasuryInProcess(treasury, { agentId: "buyer" }) };
}

async function approve(treasury: Treasury): Promise<void> {
  const { proposals } = await treasury.state();
  for (const { id: proposalId, status } of proposals) {
    if (status === "pending")
      await treasury.decide({ proposalId, operator: "Ada", decision: "approve" });
  }
}

async function spends(treasury: Treasury): Promise<number[]> {
  const { proposals } = await treasury.state();
  return proposals.flatMap(({ status, amountUsd }) => (status === "executed" ? [amountUsd] : []));
}
