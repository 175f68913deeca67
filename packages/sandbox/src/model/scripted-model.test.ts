import {
  isTreasuryError,
  type LanguageModel,
  type ModelMessage,
  type ModelPart,
  TreasuryError,
} from "@agent-treasury/provider";
import { languageModelConformance } from "@agent-treasury/testing";
import { describe, expect, it } from "vitest";
import { says } from "./conversation.fixture.ts";
import { scriptedModel } from "./scripted-model.ts";

async function partsOf(
  model: LanguageModel,
  messages: readonly ModelMessage[],
): Promise<readonly ModelPart[]> {
  const parts: ModelPart[] = [];
  const signal = new AbortController().signal;
  for await (const part of model.stream({ messages, maximumOutputTokens: 500, signal })) {
    parts.push(part);
  }
  return parts;
}

languageModelConformance(
  { describe, it, expect },
  {
    create: () => scriptedModel(),
    createFailing: () =>
      scriptedModel({
        answers: () => {
          throw new Error("nothing comes to mind");
        },
      }),
  },
);

describe("a scripted model that follows instructions", () => {
  it("streams in small pieces", async () => {
    const parts = await partsOf(scriptedModel(), [says.user("hello")]);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.at(-1)).toEqual({ kind: "finish", reason: "stop", usage: null });
  });
});

describe("a scripted model with a fixed script", () => {
  it("returns its answers in order, records requests, and fails beyond the script", async () => {
    const model = scriptedModel({
      answers: ["one", "two"],
      usage: { inputTokens: 3, outputTokens: 1 },
    });
    const first = await partsOf(model, [says.user("a")]);
    expect(first).toEqual([
      { kind: "text", text: "one" },
      { kind: "finish", reason: "stop", usage: { inputTokens: 3, outputTokens: 1 } },
    ]);
    await partsOf(model, [says.user("b")]);
    const failure = await partsOf(model, [says.user("c")]).catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("model_failed");
    expect(model.requests.map(({ messages }) => messages[0]?.content)).toEqual(["a", "b", "c"]);
  });

  it("calls a function for its answers, with the request and the index of the call", async () => {
    const model = scriptedModel({
      answers: ({ messages }, callIndex) => `${callIndex}: ${messages.at(-1)?.content}`,
    });
    await partsOf(model, [says.user("a")]);
    const [text] = await partsOf(model, [says.user("b")]);
    expect(text).toEqual({ kind: "text", text: "1: b" });
  });

  it("rethrows the script's error", async () => {
    const model = scriptedModel({
      answers: () => {
        throw new TreasuryError("model_not_connected", "No key.");
      },
    });
    const failure = await partsOf(model, [says.user("a")]).catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("model_not_connected");
  });

  it("waits before each piece until an abort", async () => {
    const controller = new AbortController();
    const model = scriptedModel({ answers: ["never said"], delayMs: 3_600_000 });
    const request = {
      messages: [says.user("a")],
      maximumOutputTokens: 10,
      signal: controller.signal,
    };
    const first = model.stream(request)[Symbol.asyncIterator]().next();
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
  });

  it("treats an abort between the last text and the finish as an abort", async () => {
    const controller = new AbortController();
    const model = scriptedModel({ answers: ["Hi"] });
    const { signal } = controller;
    const answer = model.stream({ messages: [says.user("a")], maximumOutputTokens: 10, signal });
    const parts = answer[Symbol.asyncIterator]();
    expect(await parts.next()).toMatchObject({ value: { text: "Hi" } });
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(parts.next()).rejects.toBe(reason);
  });

  it("ignores a call that was aborted before it began", async () => {
    const model = scriptedModel({ answers: ["Hi"] });
    const reason = new Error("too late");
    const signal = AbortSignal.abort(reason);
    const request = { messages: [says.user("a")], maximumOutputTokens: 10, signal };
    await expect(model.stream(request)[Symbol.asyncIterator]().next()).rejects.toBe(reason);
    expect(model.requests).toEqual([]);
    expect(await partsOf(model, [says.user("b")])).toHaveLength(2);
  });
});
