import type { ModelPart } from "@agent-treasury/provider";
import { http, HttpResponse, type HttpResponseResolver } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ask, failureOf, textOf } from "./openai-model.fixture.ts";
import { openaiModel, type OpenaiModelOptions } from "./openai-model.ts";

const apiKey = "sk-test-0123456789abcdef";
const baseUrl = "https://models.example/api/v1";
const address = `${baseUrl}/chat/completions`;

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function model(options: OpenaiModelOptions = {}) {
  return openaiModel({ model: "test-model", apiKey, baseUrl, maximumRetries: 0, ...options });
}

function answering(resolver: HttpResponseResolver): void {
  server.use(http.post(address, resolver));
}

const sse = { "content-type": "text/event-stream" };

function streaming(...events: readonly string[]): void {
  answering(
    () => new HttpResponse(events.map((event) => `${event}\n\n`).join(""), { headers: sse }),
  );
}

function chunk(delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices })}`;
}

describe("a rejected call", () => {
  it.each([
    [
      400,
      { message: "This model's context is 8192 tokens" },
      "rejected the request (400): This model's context is 8192 tokens",
    ],
    [
      401,
      { message: `Incorrect API key provided: ${apiKey}` },
      "rejected the key; check OPENAI_API_KEY.",
    ],
    [402, { message: "Add credits" }, "credit is used up: Add credits"],
    [403, { message: "Country not supported" }, "does not allow this call: Country not supported"],
    [
      404,
      { message: "No such model" },
      `has no model test-model; check OPENAI_MODEL and OPENAI_BASE_URL: No such model`,
    ],
    [429, { message: "Slow down" }, "reached its rate limit: Slow down"],
    [429, { message: "Pay up", code: "insufficient_quota" }, "quota is used up: Pay up"],
    [500, { message: "Oh no" }, "failed (500): Oh no"],
    [503, {}, "failed (503)."],
  ])("reports status %i and %j", async (status, error, words) => {
    answering(() => HttpResponse.json({ error }, { status }));
    const failure = await failureOf(model());
    expect(failure.code).toBe("model_failed");
    expect(failure.message).toContain(words);
    expect(failure.message).not.toContain(apiKey);
  });

  it("does not repeat the key in any form", async () => {
    const said = `Bearer ${apiKey} is not sk-other-key-123, said (${apiKey})`;
    answering(() => HttpResponse.json({ error: { message: said } }, { status: 500 }));
    const { message } = await failureOf(model());
    expect(message).not.toMatch(/sk-/);
    answering(() => HttpResponse.json({ error: { message: "odd-key!" } }, { status: 500 }));
    expect((await failureOf(model({ apiKey: "odd-key" }))).message).not.toContain("odd-key");
    expect(message).toContain("[redacted]");
  });

  it("omits a proxy's HTML page and shortens long texts", async () => {
    answering(() => HttpResponse.html("<html>Bad gateway</html>", { status: 502 }));
    expect((await failureOf(model())).message).toBe("The model's endpoint failed (502).");
    const long = { error: { message: "far too long ".repeat(1000) } };
    answering(() => HttpResponse.json(long, { status: 400 }));
    expect((await failureOf(model())).message.length).toBeLessThan(400);
  });
});

function thinking(text: string): object {
  return { type: "thinking", thinking: [{ type: "text", text }] };
}

describe("an answer with status 200", () => {
  it("fails when its body is an error", async () => {
    answering(() => HttpResponse.json({ error: { code: 402, message: "Insufficient credits" } }));
    const { code, message } = await failureOf(model());
    expect(code).toBe("model_failed");
    expect(message).toContain("credit is used up: Insufficient credits");
  });

  it("fails when its body is not a stream", async () => {
    answering(() => HttpResponse.json({ choices: [{ message: { content: "Hello" } }] }));
    expect((await failureOf(model())).message).toContain("a whole body in place of a stream");
    answering(() => HttpResponse.html("<html>Welcome</html>"));
    expect((await failureOf(model())).message).toContain("usually ends in /v1");
  });

  it.each([
    [
      "with a status",
      { code: 502, message: "Provider disconnected" },
      "failed (502): Provider disconnected",
    ],
    [
      "with a code in words",
      { code: "server_error", message: "Overloaded" },
      "failed while sending the answer: Overloaded",
    ],
    ["as a bare text", "model crashed", "failed while sending the answer: model crashed"],
  ])("fails at an error among its events, %s", async (_how, error, words) => {
    const choices = [{ index: 0, delta: { content: "" }, finish_reason: "error" }];
    streaming(
      ": OPENROUTER PROCESSING",
      chunk({ content: "Let me" }),
      `data: ${JSON.stringify({ id: "1", error, choices })}`,
    );
    const parts: ModelPart[] = [];
    const failure = await failureOf(model(), parts);
    expect(textOf(parts)).toBe("Let me");
    expect(failure.code).toBe("model_failed");
    expect(failure.message).toContain(words);
  });

  it("fails at an event named error", async () => {
    streaming(chunk({ content: "a" }), 'event: error\ndata: {"message":"gone"}');
    expect((await failureOf(model())).message).toContain("failed while sending the answer: gone");
  });

  it("fails when it finishes with an error and no further text", async () => {
    streaming(chunk({ content: "a" }), chunk({}, "error"), "data: [DONE]");
    expect((await failureOf(model())).message).toBe(
      "The model's endpoint failed while sending the answer.",
    );
  });

  it.each([
    ["ends without a reason", [chunk({ content: "a" }), "data: [DONE]"]],
    ["is cut off", [chunk({ content: "a" })]],
    ["is cut within an event", [chunk({ content: "a" }), 'data: {"choices":[{"del']],
  ])("fails when it %s", async (_how, events) => {
    streaming(...events);
    const parts: ModelPart[] = [];
    const { code } = await failureOf(model(), parts);
    expect(code).toBe("model_failed");
    expect(textOf(parts)).toBe("a");
    expect(parts.some(({ kind }) => kind === "finish")).toBe(false);
  });

  it("reports a refusal sent as deltas", async () => {
    streaming(
      chunk({ role: "assistant", content: null }),
      chunk({ refusal: "I will " }),
      chunk({ refusal: "not." }),
      chunk({}, "stop"),
      "data: [DONE]",
    );
    const parts = await ask(model());
    expect(textOf(parts)).toBe("I will not.");
    expect(parts.at(-1)).toEqual({ kind: "finish", reason: "refusal", usage: null });
  });

  it.each(["content_filter", "refusal", "SAFETY"])(
    "reports the reason %s as a refusal",
    async (reason) => {
      streaming(chunk({ content: "I will" }), chunk({}, reason), "data: [DONE]");
      expect((await ask(model())).at(-1)).toMatchObject({ kind: "finish", reason: "refusal" });
    },
  );

  it("reports a call of the older API and the reasoning of an empty answer, and yields neither", async () => {
    streaming(
      chunk({ reasoning_content: "Buy " }),
      chunk({ reasoning_content: "pens." }),
      chunk({ function_call: { name: "pay", arguments: "" } }),
      chunk({ function_call: { arguments: '{"a":1}' } }),
      chunk({}, "function_call"),
      "data: [DONE]",
    );
    expect(await ask(model())).toEqual([
      {
        kind: "finish",
        reason: "stop",
        usage: null,
        reasoning: "Buy pens.",
        strayCall: 'pay {"a":1}',
      },
    ]);
  });

  it("may have parts of text, and of thoughts, which are reasoning", async () => {
    const thoughts = [
      chunk({ content: [thinking("Buy ")] }),
      chunk({ content: [thinking("pens."), { type: "thinking", thinking: " Now." }, null, 3] }),
    ];
    const text = chunk({
      content: [
        { type: "text", text: "I buy " },
        { type: "reference", reference_ids: [1] },
      ],
    });
    streaming(...thoughts, text, chunk({ content: "pens." }, "stop"), "data: [DONE]");
    expect(await ask(model())).toEqual([
      { kind: "text", text: "I buy " },
      { kind: "text", text: "pens." },
      { kind: "finish", reason: "stop", usage: null },
    ]);
    streaming(...thoughts, chunk({ content: [] }, "stop"), "data: [DONE]");
    expect(await ask(model())).toEqual([
      { kind: "finish", reason: "stop", usage: null, reasoning: "Buy pens. Now." },
    ]);
    streaming(chunk({ content: [{ type: "refusal", refusal: "No." }] }, "stop"), "data: [DONE]");
    expect(await ask(model())).toEqual([
      { kind: "text", text: "No." },
      { kind: "finish", reason: "refusal", usage: null },
    ]);
  });

  it("may omit optional fields", async () => {
    streaming(
      'data: {"id":"1"}',
      'data: {"choices":[]}',
      'data: {"choices":[{"index":0}]}',
      chunk({ content: "Hi", reasoning: "hm", reasoning_content: "hm" }),
      chunk({ content: "" }, "eos"),
    );
    const parts = await ask(model());
    expect(parts).toEqual([
      { kind: "text", text: "Hi" },
      { kind: "finish", reason: "stop", usage: null },
    ]);
  });
});

describe("OpenAI's own endpoint", () => {
  it("receives the newer name of the limit, which its newer models require", async () => {
    let body: unknown;
    server.use(
      http.post("https://api.openai.com/v1/chat/completions", async ({ request }) => {
        body = await request.json();
        const events = [chunk({ content: "Hi" }, "stop"), "data: [DONE]", ""].join("\n\n");
        return new HttpResponse(events, { headers: sse });
      }),
    );
    const own = openaiModel({ model: "gpt", apiKey, baseUrl: "https://api.openai.com/v1" });
    expect(textOf(await ask(own))).toBe("Hi");
    expect(body).toMatchObject({ max_completion_tokens: 321 });
    expect(body).not.toHaveProperty("max_tokens");
  });
});
