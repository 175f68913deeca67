import { languageModelConformance } from "@agent-treasury/testing";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mockProvider } from "./mock-provider.fixture.ts";
import { ask, textOf } from "./openai-model.fixture.ts";
import { openaiModel, type OpenaiModelOptions } from "./openai-model.ts";

const apiKey = "sk-test-0123456789abcdef";
const server = mockProvider();

afterEach(() => {
  vi.unstubAllEnvs();
});

function model(options: OpenaiModelOptions = {}) {
  return openaiModel({
    model: "test-model",
    apiKey,
    baseUrl: `${server.url}/v1`,
    maximumRetries: 0,
    ...options,
  });
}

describe("the OpenAI-compatible model", () => {
  beforeEach(() => {
    server.onMessage(
      "Reply with one word.",
      { content: "I am here, and I listen." },
      { chunkSize: 5 },
    );
  });

  languageModelConformance(
    { describe, it, expect },
    {
      create: () => model(),
      createWithoutKey: () => {
        vi.stubEnv("OPENAI_API_KEY", "");
        vi.stubEnv("OPENAI_BASE_URL", "");
        return openaiModel({ model: "test-model" });
      },
      createFailing: () => {
        server.nextRequestError(500, { message: `upstream is down, key ${apiKey}` });
        return model();
      },
      createFailingInMidAnswer: () => {
        server.clearFixtures();
        const cut = { chunkSize: 5, latency: 20, truncateAfterChunks: 3 };
        server.onMessage(/./, { content: "This will never be finished." }, cut);
        return model();
      },
      secret: apiKey,
    },
  );
});

describe("an answer", () => {
  it("is streamed in pieces, with its usage", async () => {
    const usage = { prompt_tokens: 11, completion_tokens: 7 };
    server.onMessage("hello", { content: "Hello to you too!", usage }, { chunkSize: 4 });
    const parts = await ask(model());
    expect(parts.length).toBeGreaterThan(3);
    expect(textOf(parts)).toBe("Hello to you too!");
    expect(parts.at(-1)).toEqual({
      kind: "finish",
      reason: "stop",
      usage: { inputTokens: 11, outputTokens: 7 },
    });
  });

  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content_filter", "refusal"],
  ])("that the endpoint ended with %s finishes with %s", async (finishReason, reason) => {
    server.onMessage("hello", { content: "Well", finishReason });
    expect((await ask(model())).at(-1)).toMatchObject({ kind: "finish", reason });
  });

  it("omits the model's reasoning", async () => {
    server.onMessage("hello", { content: "Yes.", reasoning: "Should I? I should." });
    expect(textOf(await ask(model()))).toBe("Yes.");
  });

  it("preserves markup", async () => {
    const content =
      '<think>a</think><tool_call>{"name":"check_treasury","arguments":{}}</tool_call>';
    server.onMessage("hello", { content }, { chunkSize: 3 });
    expect(textOf(await ask(model()))).toBe(content);
  });
});

describe("a request", () => {
  beforeEach(() => {
    server.onMessage("hello", { content: "Hello!" });
  });

  it("carries the messages, the model and the limit, and requests usage", async () => {
    await ask(model());
    expect(server.getLastRequest()?.body).toMatchObject({
      model: "test-model",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "hello" },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 321,
    });
    expect(server.getLastRequest()?.body).not.toHaveProperty("temperature");
    expect(server.getLastRequest()?.body).not.toHaveProperty("tools");
  });

  it("carries a temperature when one is set", async () => {
    await ask(model({ temperature: 0.2 }));
    expect(server.getLastRequest()?.body).toMatchObject({ temperature: 0.2 });
  });

  it("is retried up to the limit until an answer begins", async () => {
    server.nextRequestError(500);
    expect(textOf(await ask(model({ maximumRetries: 1 })))).toBe("Hello!");
    expect(server.getRequests()).toHaveLength(2);
  });

  it("is sent by the app's own SDK client", async () => {
    const client = new OpenAI({
      apiKey: "sk-app",
      baseURL: `${server.url}/v1`,
      defaultHeaders: { "x-app": "treasury" },
    });
    expect(textOf(await ask(openaiModel({ client, model: "test-model" })))).toBe("Hello!");
    expect(server.getLastRequest()?.headers).toMatchObject({ "x-app": "treasury" });
  });
});
