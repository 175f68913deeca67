import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ask, failureOf, textOf } from "./openai-model.fixture.ts";
import { openaiModel } from "./openai-model.ts";

const apiKey = "sk-test-0123456789abcdef";
const baseUrl = "http://models.example/v1";
const answer = [
  'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}',
  "data: [DONE]",
  "",
].join("\n\n");

interface Call {
  readonly url: string;
  readonly authorization: string | null;
  readonly body: unknown;
}
const calls: Call[] = [];
const server = setupServer(
  http.post("*", async ({ request }) => {
    const authorization = request.headers.get("authorization");
    calls.push({ url: request.url, authorization, body: await request.json() });
    return new HttpResponse(answer, { headers: { "content-type": "text/event-stream" } });
  }),
);

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  calls.length = 0;
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"]) vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the environment", () => {
  it("is read at the first call", async () => {
    const lazy = openaiModel();
    vi.stubEnv("OPENAI_API_KEY", apiKey);
    vi.stubEnv("OPENAI_BASE_URL", baseUrl);
    vi.stubEnv("OPENAI_MODEL", "from-the-environment");
    expect(lazy.modelId).toBe("from-the-environment");
    expect(textOf(await ask(lazy))).toBe("Hi");
    expect(calls).toMatchObject([
      {
        url: `${baseUrl}/chat/completions`,
        authorization: `Bearer ${apiKey}`,
        body: { model: "from-the-environment" },
      },
    ]);
  });

  it("is overridden by options", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-environment");
    vi.stubEnv("OPENAI_BASE_URL", "http://elsewhere.example/v1");
    vi.stubEnv("OPENAI_MODEL", "other-model");
    await ask(openaiModel({ model: "test-model", apiKey, baseUrl }));
    expect(calls).toMatchObject([
      {
        url: `${baseUrl}/chat/completions`,
        authorization: `Bearer ${apiKey}`,
        body: { model: "test-model" },
      },
    ]);
  });

  it("is read again after a missing setting", async () => {
    const late = openaiModel({ baseUrl });
    await failureOf(late);
    vi.stubEnv("OPENAI_MODEL", "test-model");
    expect(textOf(await ask(late))).toBe("Hi");
  });
});

describe("a connection", () => {
  it.each([
    ["no model's name", { apiKey }, "OPENAI_MODEL"],
    ["no key for OpenAI", { model: "gpt" }, "No key"],
    [
      "no key for OpenAI by region",
      { model: "gpt", baseUrl: "https://eu.api.openai.com/v1" },
      "No key",
    ],
    ["an invalid address", { model: "gpt", apiKey, baseUrl: "localhost" }, "not a valid address"],
    ["a key that no header can carry", { model: "gpt", apiKey: "sk-secret\nvalue" }, "characters"],
  ])("is rejected with %s and a reason", async (_what, options, words) => {
    const { code, message } = await failureOf(openaiModel(options));
    expect(code).toBe("model_not_connected");
    expect(message).toContain(words);
    expect(message).not.toContain("secret");
    expect(calls).toEqual([]);
  });

  it("sends a placeholder key to an endpoint that requires a key but ignores it", async () => {
    expect(textOf(await ask(openaiModel({ model: "llama", baseUrl })))).toBe("Hi");
    expect(calls[0]?.authorization).toBe("Bearer none");
  });

  it("uses the common name of the limit", async () => {
    await ask(openaiModel({ model: "llama", baseUrl }));
    expect(calls[0]?.body).toMatchObject({ max_tokens: 321 });
    expect(calls[0]?.body).not.toHaveProperty("max_completion_tokens");
  });

  it.each([undefined, "https://eu.api.openai.com/v1", "https://acme.openai.azure.com/openai/v1"])(
    "uses the newer name of the limit for OpenAI at %s",
    async (address) => {
      const options = address === undefined ? {} : { baseUrl: address };
      await ask(openaiModel({ model: "gpt", apiKey, ...options }));
      expect(calls[0]?.body).toMatchObject({ max_completion_tokens: 321 });
      expect(calls[0]?.body).not.toHaveProperty("max_tokens");
    },
  );

  it("does not mistake another company's address for OpenAI's", async () => {
    await ask(openaiModel({ model: "gpt", apiKey, baseUrl: "https://api.notopenai.com/v1" }));
    expect(calls[0]?.body).toHaveProperty("max_tokens");
  });
});
