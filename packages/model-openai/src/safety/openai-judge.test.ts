import { isTreasuryError, type JudgeAnswer } from "@agent-treasury/provider";
import { judgeConformance } from "@agent-treasury/testing";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openaiJudge } from "./openai-judge.ts";
import { baseUrl, safetyEndpoint } from "./safety-endpoint.fixture.ts";
import type { OpenaiJudgeOptions } from "./safety-options.ts";
import { spokenAnswers } from "./spoken-answers.fixture.ts";

const apiKey = "sk-test-0123456789abcdef";
const { server, asked, answer } = safetyEndpoint();

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

function connected(options: OpenaiJudgeOptions) {
  return openaiJudge({ apiKey, baseUrl, maximumRetries: 0, ...options });
}

const text = 'It wants: {"amountUsd":12,"vendor":"Acme","purpose":"paper","category":null}';

function judge(options: OpenaiJudgeOptions): Promise<JudgeAnswer | null> {
  const { signal } = new AbortController();
  const spend = { amountUsd: 12, vendor: "Acme", purpose: "paper", category: null };
  return connected(options).judge({ text, ...spend, signal });
}

describe.each(spokenAnswers)("$model", ({ model, safe, unsafe, reason, unreadable }) => {
  judgeConformance(
    { describe, it, expect },
    {
      create: () => {
        answer(safe);
        return connected({ model });
      },
      createObjecting: () => {
        answer(unsafe);
        return connected({ model });
      },
      createUnreadable: () => {
        answer((call) => unreadable[call % unreadable.length] ?? safe);
        return connected({ model });
      },
      createFailing: () => {
        answer({ fail: 503 });
        return connected({ model });
      },
      createSilent: () => {
        answer({ silent: true });
        return connected({ model });
      },
      createWithoutKey: () => {
        vi.stubEnv("OPENAI_API_KEY", "");
        vi.stubEnv("OPENAI_BASE_URL", "");
        return openaiJudge({ model });
      },
      secret: apiKey,
    },
  );

  it("judges harmless text as safe", async () => {
    answer(safe);
    expect(await judge({ model })).toMatchObject({ verdict: "safe" });
  });

  it("sends unsafe text to review with a reason", async () => {
    answer(unsafe);
    expect(await judge({ model })).toEqual({ verdict: "review", reason });
  });

  it.each(unreadable)("returns no answer for %j", async (said) => {
    answer(said);
    expect(await judge({ model })).toBeNull();
  });

  it.each([
    { raw: "<!doctype html><title>Sign in</title>", type: "text/html" },
    { raw: "<!doctype html><title>Sign in</title>", type: "application/json" },
    { raw: "", type: "application/json" },
    { raw: "", type: "text/html" },
    { raw: "" },
    { raw: "null", type: "application/json" },
    { raw: '{"choices": [{', type: "application/json" },
    { raw: "[]", type: "application/json" },
  ])("returns no answer for a body that is not one, with status 200: %j", async (body) => {
    answer(body);
    expect(await judge({ model })).toBeNull();
  });

  it("receives the spend as the treasury wrote it, once", async () => {
    answer(safe);
    await judge({ model });
    expect(asked).toHaveLength(1);
    const body = JSON.stringify(asked[0]);
    expect(body.split(JSON.stringify(text).slice(1, -1))).toHaveLength(2);
    expect(asked[0]).toMatchObject({ model });
  });
});

function partOf(said: string | null): { readonly type: "text"; readonly text: string | null } {
  return { type: "text", text: said };
}

const inParts = spokenAnswers.flatMap(({ model, safe }) =>
  "content" in safe && typeof safe.content === "string"
    ? [{ model, parts: [...safe.content].map(partOf) }]
    : [],
);

describe.each(inParts)("an answer of $model in parts", ({ model, parts }) => {
  it("is read without its thoughts", async () => {
    const thinking = [partOf('unsafe {"verdict": "blocked"}')];
    answer({ content: [{ type: "thinking", thinking }, ...parts] });
    expect(await judge({ model })).toMatchObject({ verdict: "safe" });
  });

  it.each([{ type: "refusal", refusal: "No." }, { type: "image" }, partOf(null), "safe", null])(
    "is no answer with %j",
    async (other) => {
      answer({ content: [...parts, other] });
      expect(await judge({ model })).toBeNull();
    },
  );
});

describe("text that a model judges as unsafe", () => {
  it.each(spokenAnswers.filter(({ model }) => !model.includes("safeguard")))(
    "is blocked when the deployment sets that for $model",
    async ({ model, unsafe }) => {
      answer(unsafe);
      expect(await judge({ model, unsafe: "blocked" })).toMatchObject({ verdict: "blocked" });
    },
  );
});

describe("a written policy", () => {
  it("is the system message, and the spend is a separate message", async () => {
    answer({ content: '{"verdict":"blocked","reason":"No paper."}' });
    const policy = "We have enough paper.";
    expect(await judge({ model: "any", protocol: "safeguard", policy })).toEqual({
      verdict: "blocked",
      reason: "No paper.",
    });
    expect(asked[0]?.["messages"]).toEqual([
      { role: "system", content: expect.stringMatching(/^We have enough paper\.\n\n# Answer\n/) },
      { role: "user", content: text },
    ]);
  });
});

describe("the verdict of a written policy", () => {
  const verdict = '{"verdict":"review","reason":"A gift card."}';
  const thought = '<think>Paper? {"verdict":"safe","reason":"ok"} No.\n```\n</think>';

  it.each([
    ["inside a code fence", `\`\`\`json\n${verdict}\n\`\`\``],
    ["inside a code fence without a language", `\n\`\`\`\r\n${verdict}\r\n\`\`\`\n`],
    ["after a think block", `\n${thought}\n\n${verdict}\n`],
    ["inside a code fence after a think block", `${thought}\n\`\`\`json\n${verdict}\n\`\`\``],
  ])("is accepted %s", async (_, content) => {
    answer({ content });
    expect(await judge({ model: "any", protocol: "safeguard" })).toEqual({
      verdict: "review",
      reason: "A gift card.",
    });
  });
});

describe("the protocol of a model", () => {
  it("is required when the name does not identify it, and read from the environment", async () => {
    vi.stubEnv("SAFETY_MODEL", "ours");
    const rejection = await judge({}).catch((error: unknown) => error);
    expect(isTreasuryError(rejection) && rejection.code).toBe("model_not_connected");
    expect(String(rejection)).toContain("SAFETY_PROTOCOL");
    vi.stubEnv("SAFETY_PROTOCOL", "guess");
    await expect(judge({})).rejects.toThrow("SAFETY_PROTOCOL must be one of");
    vi.stubEnv("SAFETY_PROTOCOL", "llama_guard");
    answer({ content: "safe" });
    expect(await judge({})).toMatchObject({ verdict: "safe" });
    expect(asked[0]).toMatchObject({ model: "ours", temperature: 0 });
  });

  it("is not guessed without a model's name", async () => {
    vi.stubEnv("SAFETY_MODEL", "");
    await expect(judge({})).rejects.toThrow("Set SAFETY_MODEL");
  });
});

describe("an endpoint that fails", () => {
  it("is reported with the setting that names the model, and without the key", async () => {
    answer({ fail: 404 });
    const rejection = await judge({ model: "llama-guard3" }).catch((error: unknown) => error);
    expect(isTreasuryError(rejection) && rejection.code).toBe("model_failed");
    expect(String(rejection)).toContain("check SAFETY_MODEL and OPENAI_BASE_URL");
    expect(String(rejection)).not.toContain(apiKey);
  });

  it("is called through the app's own SDK client", async () => {
    answer({ content: "safe" });
    const client = new OpenAI({ apiKey: "sk-app", baseURL: baseUrl });
    const found = await openaiJudge({ client, model: "llama-guard3" }).judge({
      text,
      amountUsd: 1,
      vendor: "Acme",
      purpose: "paper",
      category: null,
      signal: new AbortController().signal,
    });
    expect(found).toMatchObject({ verdict: "safe" });
  });
});
