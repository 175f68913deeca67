import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import {
  type EndpointAnswer,
  FakeTab,
  type ModelEndpoint,
  type ProviderApi,
  modelEndpoint,
  providerAnswer,
} from "test-suites/meters";
import { afterEach, describe, expect, it, vi } from "vitest";
import { tabMiddleware } from "./index.ts";
import { called, middleware, prices, reservedMicros, user } from "./metered-model.fixture.ts";

const endpoints: ModelEndpoint[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(endpoints.splice(0).map(({ close }) => close()));
});

describe("a call", () => {
  it("of a model without a price is refused", async () => {
    await expect(called({}, {}, { price: () => undefined })).rejects.toMatchObject({
      code: "model_unpriced",
    });
  });

  it("is priced by the catalogue", async () => {
    const tab = new FakeTab(10_000_000n);
    const { tabs } = tab;
    const model = wrapLanguageModel({
      model: createOpenAI({ apiKey: "unused", fetch: () => Promise.reject(new Error("Cut.")) })(
        "gpt-5",
      ),
      middleware: tabMiddleware({ tabs, workspaceId: "demo", tabId: "tab-1" }),
    });
    const result = generateText({ model, prompt: "hi", maxOutputTokens: 1_000, maxRetries: 0 });
    await expect(result).rejects.toThrow("Cut.");
    // 1,000 tokens of output at 10 USD per million, and the request.
    expect(tab.chargedMicros).toBeGreaterThan(10_000n);
    expect(tab.chargedMicros).toBeLessThan(13_000n);
  });

  it.each([
    ["no usage", { inputTokens: {}, outputTokens: {} }],
    [
      "audio",
      {
        raw: {
          prompt_tokens: 10,
          completion_tokens: 5,
          completion_tokens_details: { audio_tokens: 5 },
        },
      },
    ],
  ])("with %s is charged at its reservation", async (_, usage) => {
    const tab = await called({}, usage);
    expect(tab.chargedMicros).toBe(reservedMicros(tab));
  });

  it("prices an hour of the cache", async () => {
    const raw = {
      input_tokens: 10,
      cache_creation_input_tokens: 100,
      cache_creation: { ephemeral_1h_input_tokens: 40 },
      output_tokens: 5,
    };
    const hourly = { ...prices, cacheWritePerMillion: 100, cacheWriteHourPerMillion: 1_000 };
    const tab = await called({}, { raw }, { price: () => hourly });
    expect(tab.chargedMicros).toBe(10n + 6_000n + 40_000n + 50n);
  });

  it("that was aborted before it was sent is canceled", async () => {
    const tab = new FakeTab(10_000_000n);
    const controller = new AbortController();
    const { signal: abortSignal } = controller;
    const { reserve } = tab.tabs;
    const tabs = {
      ...tab.tabs,
      reserve: async (input: Parameters<typeof reserve>[0]) => {
        controller.abort();
        return reserve(input);
      },
    };
    const model = new MockLanguageModelV4({});
    const wrapped = wrapLanguageModel({ model, middleware: middleware(tab, { tabs }) });
    const result = wrapped.doGenerate({ prompt: [user], maxOutputTokens: 1, abortSignal });
    await expect(result).rejects.toThrow("aborted");
    expect(tab.states).toEqual(["cancelled"]);
    expect(model.doGenerateCalls).toEqual([]);
  });

  it("that needs a missing key is canceled", async () => {
    const tab = new FakeTab(10_000_000n);
    vi.stubEnv("OPENAI_API_KEY", undefined);
    const model = createOpenAI()("test-model");
    const result = generateText({
      model: wrapLanguageModel({ model, middleware: middleware(tab) }),
      prompt: "hi",
      maxOutputTokens: 1,
    });
    await expect(result).rejects.toThrow("API key");
    expect(tab.states).toEqual(["cancelled"]);
  });
});

const tokens = { input: 20, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0 };
const events = (api: ProviderApi) => providerAnswer(api, { tokens, stream: true }).events ?? [];
const failed = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "failed" };
const error = { code: "server_error", message: "Broken.", type: "server_error" };
const counted = { usage: { prompt_tokens: 20, completion_tokens: 1, total_tokens: 21 } };
const overloaded = { type: "error", error: { type: "overloaded_error", message: "Broken." } };

async function run(api: ProviderApi, answer: EndpointAnswer): Promise<FakeTab> {
  const endpoint = await modelEndpoint(() => answer);
  endpoints.push(endpoint);
  const tab = new FakeTab(10_000_000n);
  const settings = { apiKey: "unused", baseURL: `${endpoint.url}/v1` };
  const openai = createOpenAI(settings);
  const model =
    api === "messages"
      ? createAnthropic(settings)("m")
      : api === "chat"
        ? openai.chat("m")
        : openai("m");
  const options = {
    model: wrapLanguageModel({ model, middleware: middleware(tab) }),
    prompt: "hi",
    maxOutputTokens: 100,
    maxRetries: 0,
  };
  if (answer.events === undefined) await generateText(options).catch(() => undefined);
  else
    await streamText({ ...options, onError: () => undefined }).consumeStream({
      onError: () => undefined,
    });
  return tab;
}

describe("a failure of the provider", () => {
  it.each<[string, ProviderApi, EndpointAnswer]>([
    ["an error in JSON with status 200", "responses", { json: { ...failed, error, output: [] } }],
    ["an error before the stream's output", "messages", { events: [overloaded] }],
    ["an error in a stream", "chat", { events: [...events("chat").slice(0, 2), { error }] }],
    [
      "an error in a stream",
      "messages",
      { events: [...events("messages").slice(0, 3), overloaded] },
    ],
    ["a stream that ends early", "chat", { events: events("chat").slice(0, 2) }],
    [
      "a stream that ends early, whose events have the usage so far",
      "chat",
      {
        events: events("chat")
          .slice(0, 2)
          .map((event) => ({ ...(event as object), ...counted })),
      },
    ],
    ["a stream that ends early", "responses", { events: events("responses").slice(0, 3) }],
    ["a stream that ends early", "messages", { events: events("messages").slice(0, 3) }],
    ["a stream that breaks", "messages", { events: events("messages").slice(0, 3), then: "cut" }],
    ["status 500", "chat", { status: 500, json: { error } }],
  ])("is charged at its reservation: %s of %s", async (_, api, answer) => {
    const tab = await run(api, answer);
    await expect.poll(() => tab.states).toEqual(["settled"]);
    expect(tab.chargedMicros).toBe(reservedMicros(tab));
  });

  it("that rejected the call is canceled", async () => {
    const tab = await run("messages", { status: 400, json: overloaded });
    expect(tab.states).toEqual(["cancelled"]);
  });
});
