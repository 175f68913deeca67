import type { ModelPart } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type AgentTool, type AgentTurnResult, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { maximumAnswerCharacters } from "./read-answer.ts";
import { type Answer, type TestModel, calls, says, stop, testModel } from "./test-model.fixture.ts";

/** A tool without arguments. */
function tool(effect: AgentTool["effect"], execute: () => unknown): AgentTool {
  const acts: AgentTool<object> = {
    name: "act",
    description: "Acts.",
    parameters: { "~standard": { version: 1, vendor: "test", validate: () => ({ value: {} }) } },
    parametersSchema: { type: "object", properties: {} },
    effect,
    execute,
  };
  return acts;
}

async function turnOf(
  answers: readonly Answer[],
  tools: readonly AgentTool[] = [],
): Promise<AgentTurnResult & { readonly model: TestModel }> {
  const model = testModel(...answers);
  const baseUrl = "http://localhost:3000";
  const treasury = createTreasury({ baseUrl, storage: memoryStorage(), model, tools });
  return { ...(await treasury.runTurn({ message: "Go." })), model };
}

function textOf(answer: readonly ModelPart[]): string {
  return answer.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

/** Returns the result event of a tool that does this. */
async function resultOf(execute: () => unknown): Promise<{ ok: boolean; result: unknown }> {
  const { events } = await turnOf([calls("act"), says("Done.")], [tool("read", execute)]);
  const result = events.find((event) => event.kind === "tool_result");
  if (result === undefined) throw new Error("The tool was not called.");
  return { ok: result.ok, result: result.result };
}

const breaksOff: readonly ModelPart[] = [{ kind: "text", text: "I wi" }];

describe("an answer of the model", () => {
  it("that ends unexpectedly fails the turn", async () => {
    await expect(turnOf([breaksOff])).rejects.toMatchObject({ code: "model_failed" });
    await expect(turnOf([[]])).rejects.toMatchObject({ code: "model_failed" });
  });

  it("that was cut at the provider's limit is reported as cut", async () => {
    const cut: Answer = [
      { kind: "text", text: "I will" },
      { kind: "finish", reason: "length", usage: null },
    ];
    const { events, assistant } = await turnOf([cut]);
    expect(events.map(({ kind }) => kind)).toEqual(["error"]);
    expect(assistant).toBe("I will");
  });

  it("is read no further than its limit", async () => {
    const piece: ModelPart = { kind: "text", text: "x".repeat(100_000) };
    let taken = 0;
    let ended = false;
    const endless = {
      ...testModel(),
      async *stream() {
        try {
          for (;;) {
            taken += 1;
            yield piece;
          }
        } finally {
          ended = true;
        }
      },
    };
    const baseUrl = "http://localhost:3000";
    const treasury = createTreasury({ baseUrl, storage: memoryStorage(), model: endless });
    const { assistant } = await treasury.runTurn({ message: "Go." });
    expect(assistant).toHaveLength(maximumAnswerCharacters);
    expect([taken, ended]).toEqual([3, true]);
  });

  it("may have at most as many tokens as the deployment allows", async () => {
    const { model } = await turnOf([says("Done.")]);
    expect(model.requests[0]?.maximumOutputTokens).toBe(4_096);
  });

  it("without text has a default message", async () => {
    expect((await turnOf([[stop]])).assistant).not.toBe("");
    expect((await turnOf([says(" \n")])).assistant.trim()).not.toBe("");
  });

  it("is shown and persisted without U+0000", async () => {
    const { events, assistant } = await turnOf([says("<think>a\0b</think>c\0d")]);
    expect(events).toMatchObject([{ kind: "thought", text: "a\uFFFDb" }]);
    expect(assistant).toBe("c\uFFFDd");
  });

  it("is part of the conversation as it was written", async () => {
    const answer = `I look. <think>Hm.</think>${textOf(calls("check_treasury"))}`;
    const { model } = await turnOf([says(answer), says("Done.")]);
    expect(model.requests[1]?.messages.at(-2)).toEqual({ role: "assistant", content: answer });
  });
});

describe("a turn that fails", () => {
  it("rejects if only read tools ran", async () => {
    const reads = tool("read", () => ({ sky: "clear" }));
    await expect(turnOf([calls("act"), breaksOff], [reads])).rejects.toMatchObject({
      code: "model_failed",
    });
  });

  it("returns a result with the error if a write tool ran, even if the tool failed", async () => {
    const fails = tool("write", () => {
      throw new Error("The letter may have gone out.");
    });
    for (const each of [tool("write", () => null), fails]) {
      const { events, assistant } = await turnOf([calls("act"), breaksOff], [each]);
      expect(events.at(-1)?.kind).toBe("error");
      expect(assistant).toContain("not undone");
    }
  });

  it("rejects if its write call was rejected before it had any effect", async () => {
    const proposal = { amountUsd: -5, vendor: "Acme", purpose: "pencils" };
    const refused = turnOf([calls("propose_spend", proposal), breaksOff]);
    await expect(refused).rejects.toMatchObject({ code: "model_failed" });
  });
});

describe("the result of a tool", () => {
  it("is JSON, and null if the tool returns nothing", async () => {
    expect(await resultOf(() => undefined)).toEqual({ ok: true, result: null });
    expect(await resultOf(() => ({ at: new Date(0), left: undefined }))).toEqual({
      ok: true,
      result: { at: "1970-01-01T00:00:00.000Z" },
    });
    expect(await resultOf(async () => [1, "two"])).toEqual({ ok: true, result: [1, "two"] });
  });

  it("is an error when it is not JSON", async () => {
    const circle: unknown[] = [];
    circle.push(circle);
    for (const value of [7n, circle, () => 1, Symbol("sign")]) {
      expect((await resultOf(() => value)).ok).toBe(false);
    }
  });

  it("is cut if it is long, and so is an error", async () => {
    const { ok, result } = await resultOf(() => "🪙".repeat(100_000));
    expect([ok, String(result).length < 66_000, String(result).isWellFormed()]).toEqual([
      true,
      true,
      true,
    ]);
    const failed = await resultOf(() => {
      throw new Error("x".repeat(1_000_000));
    });
    expect(JSON.stringify(failed).length).toBeLessThan(66_000);
  });

  it("is an error with the message of any thrown value", async () => {
    for (const thrown of [new Error(""), "text", null, undefined, { code: 7 }]) {
      const { ok, result } = await resultOf(() => {
        // oxlint-disable-next-line only-throw-error -- code of host apps may do this
        throw thrown;
      });
      expect([ok, result]).toEqual([false, { error: "The tool failed." }]);
    }
  });
});
