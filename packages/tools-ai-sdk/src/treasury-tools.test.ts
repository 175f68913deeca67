import { type FrameworkToolsOptions, treasuryInProcess } from "@agent-treasury/tools";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  type ModelMessage,
  generateText,
  isStepCount,
  simulateReadableStream,
  streamText,
} from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, it, onTestFinished, vi } from "vitest";
import { resumedMessages, treasuryTools } from "./index.ts";
import { scriptedModel } from "./scripted-model.fixture.ts";

const small = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
const large = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };
const prompt = "Buy it.";

function opened(options: FrameworkToolsOptions = {}) {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    access: "guests",
  });
  onTestFinished(() => treasury.close());
  const access = treasuryInProcess(treasury, { agentId: "buyer" });
  const propose = vi.spyOn(access, "propose");
  return { treasury, propose, tools: treasuryTools(access, options), stopWhen: isStepCount(5) };
}

it("proposes once per call of the model", async () => {
  const { propose, ...given } = opened();
  const { steps } = await generateText({ model: scriptedModel([small]), prompt, ...given });
  expect(steps[0]?.toolResults).toMatchObject([{ output: { status: "executed" } }]);
  expect(propose).toHaveBeenCalledTimes(1);
});

it("runs tools that cannot wait, and returns pending if the option asks for it", async () => {
  const { treasury: _treasury, propose: _propose, ...given } = opened({ onPending: "return" });
  const proposing = await generateText({ model: scriptedModel([large]), prompt, ...given });
  expect(proposing.steps[0]?.toolResults).toMatchObject([{ output: { status: "pending" } }]);
  expect(proposing.text).toBe("Done.");
  const model = scriptedModel([{}], "check_budget");
  const checking = await generateText({ model, prompt, ...given });
  expect(checking.steps[0]?.toolResults).toMatchObject([{ output: { pendingCount: 1 } }]);
});

it("stops and resumes a streamed run", async () => {
  const { treasury, propose: _propose, ...given } = opened();
  const asked: ModelMessage = { role: "user", content: prompt };
  const first = streamText({ model: streaming([large]), messages: [asked], ...given });
  const types = (await first.content).map(({ type }) => type);
  expect(types).toEqual(["tool-call", "tool-approval-request"]);
  const [waiting] = (await treasury.state()).proposals;
  await treasury.decide({ proposalId: waiting!.id, decision: "approve", operator: "Ada" });
  const messages = resumedMessages([asked, ...(await first.responseMessages)]);
  const second = streamText({ model: streaming([]), messages, ...given });
  expect(JSON.stringify(await second.responseMessages)).toContain('"status":"executed"');
});

it("sends the model descriptions and parameters as JSON Schema", async () => {
  const { treasury: _treasury, propose: _propose, ...given } = opened({ fetchPaid: true });
  const model = scriptedModel([]);
  await generateText({ model, prompt, ...given });
  const tools = model.doGenerateCalls[0]?.tools ?? [];
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
      additionalProperties: false,
    },
  });
});

it("returns errors that the model can fix", async () => {
  const { treasury: _treasury, propose: _propose, ...given } = opened();
  const model = scriptedModel([{ ...small, vendor: " " }]);
  const { steps } = await generateText({ model, prompt, ...given });
  expect(steps[0]?.toolResults).toMatchObject([{ output: { code: "invalid_request" } }]);
});

/** The scripted model, with its answers as streams. */
function streaming(spends: readonly object[]): MockLanguageModelV4 {
  const whole = scriptedModel(spends);
  return new MockLanguageModelV4({
    doStream: async (options) => {
      const { content, finishReason, usage } = await whole.doGenerate(options);
      const calls = content.filter((part) => part.type === "tool-call");
      const chunks = [...calls, { type: "finish" as const, finishReason, usage }];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}
