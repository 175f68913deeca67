import { describe, expect, it } from "vitest";
import type { AgentTool } from "./agent-tool.ts";
import { hostTool } from "./host-tool.ts";
import type { ToolOutcome, TurnToolContext } from "./turn-tool.ts";

const context: TurnToolContext = {
  workspaceId: "acme",
  turnId: "turn_1",
  epoch: 1,
  callId: "turn_1.1",
  idempotencyKey: "turn_1.1",
  signal: new AbortController().signal,
};

/** What the model hears of a tool that answers this. */
function heard(answer: unknown): Promise<ToolOutcome> {
  const tool: AgentTool = {
    name: "order_part",
    description: "Order a spare part.",
    parameters: {
      "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
    },
    parametersSchema: { type: "object" },
    effect: "write",
    execute: () => answer,
  };
  return hostTool(tool).run({}, context);
}

describe("the answer of an app's own tool", () => {
  it("is given to the model as JSON has it", async () => {
    const ordered = { part: "filter", at: new Date(0), note: undefined };
    const content = { part: "filter", at: "1970-01-01T00:00:00.000Z" };
    expect(await heard(ordered)).toEqual({ ok: true, content });
    expect(await heard(undefined)).toEqual({ ok: true, content: null });
  });

  it.each([
    ["holds a bigint", { cents: 1_200n }],
    ["is a function", () => "ordered"],
    [
      "holds itself",
      (() => {
        const part: { self?: unknown } = {};
        part.self = part;
        return part;
      })(),
    ],
  ])("is told to be unreadable, and the tool to have run, when it %s", async (_case, answer) => {
    const { ok, content, nothingHappened } = await heard(answer);
    expect([ok, nothingHappened]).toEqual([false, undefined]);
    expect(content).toEqual({
      error:
        "The tool ran, but its answer is no JSON, so nobody can read it. Find out what it did before you call it again.",
    });
  });
});
