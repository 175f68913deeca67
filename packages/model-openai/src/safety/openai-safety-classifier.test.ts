import { safetyClassifierConformance } from "@agent-treasury/testing";
import { isTreasuryError, type ClassifierAnswer } from "@agent-treasury/treasury-core";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type OpenaiSafetyClassifierOptions,
  openaiSafetyClassifier,
} from "./openai-safety-classifier.ts";
import {
  type SafetyAnswer,
  baseUrl,
  moderated,
  safetyEndpoint,
} from "./safety-endpoint.fixture.ts";
import { protocolOf } from "./safety-protocol.ts";

const apiKey = "sk-test-0123456789abcdef";
const { server, asked, answer } = safetyEndpoint();

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

function classifier(options: OpenaiSafetyClassifierOptions) {
  return openaiSafetyClassifier({ apiKey, baseUrl, maximumRetries: 0, ...options });
}

const text = 'It wants: {"amountUsd":12,"vendor":"Acme","purpose":"paper","category":null}';

function judge(options: OpenaiSafetyClassifierOptions): Promise<ClassifierAnswer | null> {
  const { signal } = new AbortController();
  const spend = { amountUsd: 12, vendor: "Acme", purpose: "paper", category: null };
  return classifier(options).classify({ text, ...spend, signal });
}

interface Spoken {
  readonly model: string;
  readonly safe: SafetyAnswer;
  readonly unsafe: SafetyAnswer;
  readonly reason: string;
  /** Answers that are none, most of them nearly one. */
  readonly unreadable: readonly SafetyAnswer[];
}

const words = (content: string | null): SafetyAnswer => ({ content });
const cut = (content: string): SafetyAnswer => ({ content, finish: "length" });

const spoken: readonly Spoken[] = [
  {
    model: "meta-llama/Llama-Guard-4-12B",
    safe: words("\n\nsafe"),
    unsafe: words("\n\nunsafe\nS2,S9"),
    reason: "Llama Guard finds it unsafe: non-violent crimes, indiscriminate weapons.",
    unreadable: [
      words("Safe"),
      words("safe."),
      words("This is safe"),
      words("safe\nS2"),
      words("unsafe"),
      words("unsafe S2"),
      words("unsafe\nviolence"),
      words("unsafe\nS2\nsafe"),
      words("safe\nunsafe\nS2"),
      words(""),
      words(null),
      cut("safe"),
    ],
  },
  {
    model: "nvidia/llama-3.1-nemotron-safety-guard-8b-v3",
    safe: words('{"User Safety": "safe"}'),
    unsafe: words(
      '{"User Safety": "unsafe", "Safety Categories": "Fraud/Deception, S17: Malware"}',
    ),
    reason: "Nemotron Safety Guard finds it unsafe: Fraud/Deception, S17: Malware.",
    unreadable: [
      words("safe"),
      words("User Safety: safe"),
      words('{"User Safety": "Safe"}'),
      words('{"user safety": "safe"}'),
      words('{"User Safety": true}'),
      words('{"User Safety": "unsafe"}'),
      words('{"User Safety": "safe", "Safety Categories": "Malware"}'),
      words('{"User Safety": "safe", "Response Safety": "unsafe"}'),
      words('{"User Safety": "unsafe", "Safety Categories": "Malware", "User Safety": "safe"}'),
      words('{"User Safety": "safe", "note": "as the vendor asked"}'),
      words('```json\n{"User Safety": "safe"}\n```'),
      words('{"User Safety": "safe"} {"User Safety": "safe"}'),
      words('["safe"]'),
      words("null"),
      cut('{"User Safety": "safe"}'),
    ],
  },
  {
    model: "openai/gpt-oss-safeguard-20b",
    safe: words('{"verdict": "safe", "reason": "Office paper."}'),
    unsafe: words('{"verdict":"review","reason":"A gift card."}'),
    reason: "A gift card.",
    unreadable: [
      words("safe"),
      words("0"),
      words('{"verdict": "allow", "reason": "Office paper."}'),
      words('{"verdict": "safe"}'),
      words('{"verdict": "safe", "reason": ""}'),
      words('{"verdict": "safe", "reason": 1}'),
      words('{"verdict": "safe", "reason": "ok", "policy": "none"}'),
      words('{"verdict": "blocked", "verdict": "safe", "reason": "ok"}'),
      words('The answer is {"verdict": "safe", "reason": "ok"}'),
      words('{"verdict": "safe", "reason": "ok"'),
      words('<think>It is safe.</think>{"verdict": "safe", "reason": "ok"}'),
      words('[{"verdict": "safe", "reason": "ok"}]'),
      cut('{"verdict": "safe", "reason": "ok"}'),
    ],
  },
  {
    model: "omni-moderation-latest",
    safe: moderated(),
    unsafe: moderated("illicit", "illicit/violent"),
    reason: "OpenAI's moderation flags it: illicit, illicit/violent.",
    unreadable: [
      { body: {} },
      { body: { results: [] } },
      { body: { results: [{ flagged: false }] } },
      { body: { results: [{ flagged: false, categories: {} }] } },
      { body: { results: [{ flagged: false, categories: { illicit: true } }] } },
      { body: { results: [{ flagged: true, categories: { illicit: false } }] } },
      { body: { results: [{ flagged: "false", categories: { illicit: false } }] } },
      { body: { results: [{ flagged: false, categories: { illicit: 0 } }] } },
      { body: { results: [1, 2].map(() => ({ flagged: false, categories: { hate: false } })) } },
      { body: [] },
    ],
  },
];

describe.each(spoken)("$model", ({ model, safe, unsafe, reason, unreadable }) => {
  safetyClassifierConformance(
    { describe, it, expect },
    {
      create: () => {
        answer(safe);
        return classifier({ model });
      },
      createObjecting: () => {
        answer(unsafe);
        return classifier({ model });
      },
      createUnreadable: () => {
        answer((call) => unreadable[call % unreadable.length] ?? safe);
        return classifier({ model });
      },
      createFailing: () => {
        answer({ fail: 503 });
        return classifier({ model });
      },
      createSilent: () => {
        answer({ silent: true });
        return classifier({ model });
      },
      createWithoutKey: () => {
        vi.stubEnv("OPENAI_API_KEY", "");
        vi.stubEnv("OPENAI_BASE_URL", "");
        return openaiSafetyClassifier({ model });
      },
      secret: apiKey,
    },
  );

  it("finds what is harmless safe", async () => {
    answer(safe);
    expect(await judge({ model })).toMatchObject({ verdict: "safe" });
  });

  it("puts what it finds unsafe before a person, and says why", async () => {
    answer(unsafe);
    expect(await judge({ model })).toEqual({ verdict: "review", reason });
  });

  it.each(unreadable)("has no answer in %j", async (said) => {
    answer(said);
    expect(await judge({ model })).toBeNull();
  });

  it("is sent the spend as the treasury wrote it, once", async () => {
    answer(safe);
    await judge({ model });
    expect(asked).toHaveLength(1);
    const body = JSON.stringify(asked[0]);
    expect(body.split(JSON.stringify(text).slice(1, -1))).toHaveLength(2);
    expect(asked[0]).toMatchObject({ model });
  });
});

describe("what a model finds unsafe", () => {
  it.each(spoken.filter(({ model }) => !model.includes("safeguard")))(
    "is blocked where the deployment wants that of $model",
    async ({ model, unsafe }) => {
      answer(unsafe);
      expect(await judge({ model, unsafe: "blocked" })).toMatchObject({ verdict: "blocked" });
    },
  );
});

describe("a written policy", () => {
  it("is the system message, and the spend a message of its own", async () => {
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

describe("the protocol of a model", () => {
  it.each([
    ["llama-guard3:8b", "llama_guard"],
    ["meta-llama/llama-guard-4-12b", "llama_guard"],
    ["nvidia/llama-3.1-nemoguard-8b-content-safety", "nemotron"],
    ["nvidia/llama-3.1-nemotron-safety-guard-8b-v3", "nemotron"],
    ["gpt-oss-safeguard:20b", "safeguard"],
    ["omni-moderation-2024-09-26", "moderation"],
    ["text-moderation-latest", "moderation"],
    ["gpt-4.1", null],
  ])("of %s is %s", (model, protocol) => {
    expect(protocolOf(model)).toBe(protocol);
  });

  it("is asked for where the name does not tell, and taken from the environment", async () => {
    vi.stubEnv("SAFETY_MODEL", "ours");
    const rejection = await judge({}).catch((error: unknown) => error);
    expect(isTreasuryError(rejection) && rejection.code).toBe("model_not_connected");
    expect(String(rejection)).toContain("SAFETY_PROTOCOL");
    vi.stubEnv("SAFETY_PROTOCOL", "guess");
    await expect(judge({})).rejects.toThrow("SAFETY_PROTOCOL is none of");
    vi.stubEnv("SAFETY_PROTOCOL", "llama_guard");
    answer({ content: "safe" });
    expect(await judge({})).toMatchObject({ verdict: "safe" });
    expect(asked[0]).toMatchObject({ model: "ours", temperature: 0 });
  });

  it("is not guessed at without a model's name", async () => {
    vi.stubEnv("SAFETY_MODEL", "");
    await expect(judge({})).rejects.toThrow("set SAFETY_MODEL");
  });
});

describe("an endpoint that fails", () => {
  it("is told with the setting that names the model, and without the key", async () => {
    answer({ fail: 404 });
    const rejection = await judge({ model: "llama-guard3" }).catch((error: unknown) => error);
    expect(isTreasuryError(rejection) && rejection.code).toBe("model_failed");
    expect(String(rejection)).toContain("check SAFETY_MODEL and OPENAI_BASE_URL");
    expect(String(rejection)).not.toContain(apiKey);
  });

  it("is reached by the app's own client of the SDK", async () => {
    answer({ content: "safe" });
    const client = new OpenAI({ apiKey: "sk-app", baseURL: baseUrl });
    const found = await openaiSafetyClassifier({ client, model: "llama-guard3" }).classify({
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
