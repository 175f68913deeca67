import type { ModelUsage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type Prose, readAnswer } from "./read-answer.ts";
import { stop, testModel } from "./test-model.fixture.ts";

const request = { messages: [], maximumOutputTokens: 100, signal: new AbortController().signal };

describe("the token usage of a model", () => {
  const counted = { inputTokens: 12, outputTokens: 3 };

  it.each([
    [counted, counted],
    [null, null],
    [undefined, null],
    [{}, null],
    [{ inputTokens: 12 }, null],
    [{ ...counted, outputTokens: Number.NaN }, null],
    [{ ...counted, outputTokens: -4_000 }, null],
    [{ ...counted, outputTokens: 0.5 }, null],
    [{ ...counted, outputTokens: "3" }, null],
  ])("is reported as %j and read as %j, because a budget depends on it", async (usage, taken) => {
    const finish = { kind: "finish", reason: "stop", usage: usage as ModelUsage | null } as const;
    const answer = await readAnswer(testModel([finish]), request, "markup", () => {});
    expect(answer.usage).toEqual(taken);
  });
});

describe("an answer with characters that storages cannot store", () => {
  it("is shown and persisted with U+FFFD instead, however it is split", async () => {
    const pieces = ["a\0b\uD83D", "\uDE00\uD83D", "c"];
    const model = testModel([...pieces.map((text) => ({ kind: "text", text }) as const), stop]);
    const shown: Prose[] = [];
    const { text } = await readAnswer(model, request, "markup", (prose) => shown.push(prose));
    expect(text).toBe("a\uFFFDb😀\uFFFDc");
    expect(shown.map((prose) => (prose === "none" ? prose : prose.text)).join("")).toBe(text);
  });
});
