import {
  isTreasuryError,
  type LanguageModel,
  type ModelCall,
  type ModelPart,
  type ModelRequest,
  type ModelTool,
} from "@agent-treasury/provider";
import { rejectionCodeOf, rejectionOf } from "./rejection.ts";
import type { TestFramework } from "./test-framework.ts";

/** The implementation under test. */
export interface LanguageModelConformanceOptions {
  /** Answers any request with text. */
  readonly create: () => LanguageModel | Promise<LanguageModel>;
  /** Creating it must not throw. */
  readonly createWithoutKey?: () => LanguageModel | Promise<LanguageModel>;
  readonly createFailing?: () => LanguageModel | Promise<LanguageModel>;
  /** The provider fails after the answer's first text. */
  readonly createFailingInMidAnswer?: () => LanguageModel | Promise<LanguageModel>;
  /**
   * Answers any user request with two calls of the suite's tool `read_clock`, and any request that
   * ends with tool results with text.
   */
  readonly createCalling?: () => LanguageModel | Promise<LanguageModel>;
  /** Must not occur in messages, for example the key. */
  readonly secret?: string;
}

/**
 * Tests any `LanguageModel`, in your test framework.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * languageModelConformance({ describe, it, expect }, { create: () => scriptedModel() });
 */
export function languageModelConformance(
  framework: TestFramework,
  options: LanguageModelConformanceOptions,
): void {
  framework.describe("a language model", () => {
    testAnswers(framework, options);
    testAborting(framework, options);
    testFailures(framework, options);
    testCalls(framework, options);
  });
}

function testAnswers(
  { it, expect }: TestFramework,
  { create }: LanguageModelConformanceOptions,
): void {
  it("has an id and a provider", async () => {
    const model = await create();
    expect(model.specificationVersion).toBe("1");
    expect(model.provider.trim() !== "").toBe(true);
    expect(model.modelId.trim() !== "").toBe(true);
  });

  it("streams texts, then finishes once", async () => {
    const parts = await collect(await create(), request());
    expect(parts.slice(0, -1).map(({ kind }) => kind)).toEqual(parts.slice(1).map(() => "text"));
    const last = parts.at(-1);
    expect(last?.kind).toBe("finish");
    if (last?.kind !== "finish") return;
    expect(["stop", "length", "refusal"].includes(last.reason)).toBe(true);
    const counts = last.usage === null ? [] : [last.usage.inputTokens, last.usage.outputTokens];
    expect(counts.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
  });

  it("answers with text", async () => {
    expect(textOf(await collect(await create(), request())) !== "").toBe(true);
  });

  it("answers concurrent requests with separate streams", async () => {
    const model = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => collect(model, request())));
    const finished = answers.map((parts) => parts.filter(({ kind }) => kind === "finish").length);
    expect(finished).toEqual(answers.map(() => 1));
  });
}

function testAborting(
  { it, expect }: TestFramework,
  { create }: LanguageModelConformanceOptions,
): void {
  it("rejects with the signal's reason if the signal aborted before the call", async () => {
    const reason = new Error("The turn ended before the call.");
    const model = await create();
    const rejection = await rejectionOf(collect(model, request(AbortSignal.abort(reason))));
    expect(rejection === reason).toBe(true);
  });

  it("rejects with the signal's reason if the signal aborts during the answer", async () => {
    const reason = new Error("The turn was cancelled.");
    const controller = new AbortController();
    const model = await create();
    const seen: ModelPart[] = [];
    const rejection = await rejectionOf(
      (async () => {
        for await (const part of model.stream(request(controller.signal))) {
          seen.push(part);
          controller.abort(reason);
        }
      })(),
    );
    expect(rejection === reason).toBe(true);
    expect(seen.length).toBe(1);
  });

  it("works after a reader stopped during an answer", async () => {
    const model = await create();
    for await (const part of model.stream(request())) {
      expect(part.kind).toBe("text");
      break;
    }
    expect((await collect(model, request())).at(-1)?.kind).toBe("finish");
  });
}

function testFailures(
  { it, expect }: TestFramework,
  {
    createWithoutKey,
    createFailing,
    createFailingInMidAnswer,
    secret,
  }: LanguageModelConformanceOptions,
): void {
  if (createWithoutKey !== undefined) {
    it("reports a missing key at the first call", async () => {
      const model = await createWithoutKey();
      expect(await rejectionCodeOf(collect(model, request()))).toBe("model_not_connected");
    });
  }

  const expectModelFailed = (rejection: unknown): void => {
    expect(isTreasuryError(rejection) ? rejection.code : rejection).toBe("model_failed");
    const told = rejection instanceof Error ? rejection.message : "";
    expect(told !== "").toBe(true);
    expect(secret !== undefined && told.includes(secret)).toBe(false);
  };

  if (createFailing !== undefined) {
    it("rejects with model_failed if its provider rejects the call", async () => {
      expectModelFailed(await rejectionOf(collect(await createFailing(), request())));
    });
  }

  if (createFailingInMidAnswer !== undefined) {
    it("rejects with model_failed if its provider fails during the answer, after the text so far", async () => {
      const seen: ModelPart[] = [];
      const model = await createFailingInMidAnswer();
      expectModelFailed(await rejectionOf(collect(model, request(), seen)));
      expect(textOf(seen) !== "").toBe(true);
    });
  }
}

function testCalls(
  { it, expect }: TestFramework,
  { create, createCalling }: LanguageModelConformanceOptions,
): void {
  if (createCalling === undefined) {
    it("writes tool calls in the text", async () => {
      expect((await create()).toolCalls ?? "markup").toBe("markup");
    });
    return;
  }

  it("returns complete calls, each with its own id, before it finishes", async () => {
    const model = await createCalling();
    expect(model.toolCalls).toBe("native");
    const parts = await collect(model, { ...request(), tools: [clock] });
    expect(parts.at(-1)?.kind).toBe("finish");
    const calls = callsOf(parts);
    expect(calls.map(({ name }) => name)).toEqual([clock.name, clock.name]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(calls.every(({ id }) => id !== "")).toBe(true);
    const given: unknown[] = calls.map((call) => JSON.parse(call.arguments || "{}"));
    expect(given.every((value) => typeof value === "object" && value !== null)).toBe(true);
  });

  it("continues a conversation with calls and their results", async () => {
    const model = await createCalling();
    const asked = { ...request(), tools: [clock] };
    const calls = callsOf(await collect(model, asked));
    const results = calls.map(({ id }) => ({ role: "tool" as const, callId: id, content: "{}" }));
    const answered = { role: "assistant" as const, content: "", calls };
    const messages = [...asked.messages, answered, ...results];
    const parts = await collect(model, { ...asked, messages });
    expect(textOf(parts) !== "").toBe(true);
    expect(parts.at(-1)?.kind).toBe("finish");
  });
}

const clock: ModelTool = {
  name: "read_clock",
  description: "The current time in a city.",
  parametersSchema: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  },
};

function callsOf(parts: readonly ModelPart[]): readonly ModelCall[] {
  return parts.flatMap((part) => (part.kind === "call" ? [part.call] : []));
}

function request(signal: AbortSignal = new AbortController().signal): ModelRequest {
  return {
    messages: [
      { role: "system", content: "You are being tested. Answer in a few words." },
      { role: "user", content: "Reply with one word." },
    ],
    maximumOutputTokens: 200,
    signal,
  };
}

async function collect(
  model: LanguageModel,
  asked: ModelRequest,
  parts: ModelPart[] = [],
): Promise<readonly ModelPart[]> {
  for await (const part of model.stream(asked)) parts.push(part);
  return parts;
}

function textOf(parts: readonly ModelPart[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}
