import type { ModelCall, ModelPart, ModelRequest } from "@agent-treasury/provider";
import { languageModelConformance } from "@agent-treasury/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mockProvider } from "./mock-provider.fixture.ts";
import { textOf } from "./openai-model.fixture.ts";
import { openaiModel } from "./openai-model.ts";

const question = "Reply with one word.";
const clockCalls = [
  { id: "call_1", name: "read_clock", arguments: '{"city":"Oslo"}' },
  { id: "call_2", name: "read_clock", arguments: '{"city":"Lima"}' },
];
const server = mockProvider();

function model() {
  const baseUrl = `${server.url}/v1`;
  return openaiModel({ model: "test-model", baseUrl, maximumRetries: 0, tools: "native" });
}

async function partsOf(request: Partial<ModelRequest> = {}): Promise<readonly ModelPart[]> {
  const parts: ModelPart[] = [];
  const asked: ModelRequest = {
    messages: [{ role: "user", content: question }],
    maximumOutputTokens: 100,
    signal: new AbortController().signal,
    ...request,
  };
  for await (const part of model().stream(asked)) parts.push(part);
  return parts;
}

function callsOf(parts: readonly ModelPart[]): readonly ModelCall[] {
  return parts.flatMap((part) => (part.kind === "call" ? [part.call] : []));
}

describe("the OpenAI-compatible model with function calling", () => {
  beforeEach(() => {
    server.onToolResult("call_2", { content: "Noon in both." }, { chunkSize: 4 });
    server.onMessage(question, { toolCalls: clockCalls }, { chunkSize: 3 });
  });

  languageModelConformance(
    { describe, it, expect },
    {
      create: () => {
        server.clearFixtures();
        server.onMessage(question, { content: "I am here, and I listen." }, { chunkSize: 5 });
        return model();
      },
      createCalling: () => model(),
    },
  );

  it("sends tools, calls and results in the API's format", async () => {
    const parametersSchema = { type: "object", properties: { city: { type: "string" } } };
    await partsOf({
      tools: [{ name: "read_clock", description: "The time.", parametersSchema }],
      messages: [
        { role: "user", content: question },
        { role: "assistant", content: "", calls: clockCalls },
        { role: "tool", callId: "call_1", content: '"noon"' },
        { role: "tool", callId: "call_2", content: '"noon"' },
      ],
    });
    const wire = clockCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: "function",
      function: { name, arguments: text },
    }));
    expect(server.getLastRequest()?.body).toMatchObject({
      tools: [
        {
          type: "function",
          function: { name: "read_clock", description: "The time.", parameters: parametersSchema },
        },
      ],
      messages: [
        { role: "user", content: question },
        { role: "assistant", content: null, tool_calls: wire },
        { role: "tool", tool_call_id: "call_1", content: '"noon"' },
        { role: "tool", tool_call_id: "call_2", content: '"noon"' },
      ],
    });
  });

  it("sends a malformed call without arguments", async () => {
    const calls = [{ id: "call_2", name: "read_clock", arguments: '{"city":' }];
    await partsOf({
      messages: [
        { role: "user", content: question },
        { role: "assistant", content: "One moment.", calls },
        { role: "tool", callId: "call_2", content: '{"error":"no JSON"}' },
      ],
    });
    expect(server.getLastRequest()?.body).toMatchObject({
      messages: [
        {},
        { content: "One moment.", tool_calls: [{ function: { arguments: "{}" } }] },
        {},
      ],
    });
  });

  it("yields the text first, then each call complete and in order, then the finish reason", async () => {
    server.clearFixtures();
    const usage = { prompt_tokens: 5, completion_tokens: 9 };
    const answer = { content: "Let me look.", toolCalls: clockCalls, usage };
    server.onMessage(question, answer, { chunkSize: 2 });
    const parts = await partsOf();
    expect(textOf(parts)).toBe("Let me look.");
    expect(callsOf(parts)).toEqual(clockCalls);
    expect(parts.at(-1)).toEqual({
      kind: "finish",
      reason: "stop",
      usage: { inputTokens: 5, outputTokens: 9 },
    });
    const kinds = parts.map(({ kind }) => kind);
    expect(kinds.lastIndexOf("text")).toBeLessThan(kinds.indexOf("call"));
  });
});

describe("the way tools are called", () => {
  it("is markup unless the option or the environment sets another", () => {
    vi.stubEnv("OPENAI_TOOLS", "");
    expect(openaiModel().toolCalls).toBe("markup");
    const made = openaiModel();
    vi.stubEnv("OPENAI_TOOLS", "native");
    expect(made.toolCalls).toBe("native");
    expect(openaiModel({ tools: "markup" }).toolCalls).toBe("markup");
    vi.stubEnv("OPENAI_TOOLS", "natively");
    expect(() => openaiModel().toolCalls).toThrow("OPENAI_TOOLS must be");
    vi.unstubAllEnvs();
  });
});
