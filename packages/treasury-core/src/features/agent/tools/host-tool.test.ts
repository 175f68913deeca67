import { describe, expect, it } from "vitest";
import type { ToolOutcome, TurnToolContext } from "../../../kernel/turn-tool.ts";
import { personsMessage } from "../../payees/later.ts";
import type { AgentTool } from "./agent-tool.ts";
import { hostTool } from "./host-tool.ts";

const context: TurnToolContext = {
  workspaceId: "acme",
  turnId: "turn_1",
  epoch: 1,
  startedBy: null,
  hasReadContent: false,
  hasReadOutside: false,
  message: personsMessage("Order a spare part."),
  callId: "turn_1.1",
  idempotencyKey: "turn_1.1",
  signal: new AbortController().signal,
};

/** Returns what the model receives from a tool with this result. */
function outcomeOf(answer: unknown): Promise<ToolOutcome> {
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

describe("the result of a host app's tool", () => {
  it("is sent to the model as JSON", async () => {
    const ordered = { part: "filter", at: new Date(0), note: undefined };
    const content = { part: "filter", at: "1970-01-01T00:00:00.000Z" };
    expect(await outcomeOf(ordered)).toEqual({ ok: true, content });
    expect(await outcomeOf(undefined)).toEqual({ ok: true, content: null });
  });

  it.each([
    ["contains a bigint", { cents: 1_200n }],
    ["is a function", () => "ordered"],
    [
      "is circular",
      (() => {
        const part: { self?: unknown } = {};
        part.self = part;
        return part;
      })(),
    ],
  ])("is reported as unreadable, and the tool as run, if it %s", async (_case, answer) => {
    const { ok, content, nothingHappened } = await outcomeOf(answer);
    expect([ok, nothingHappened]).toEqual([false, undefined]);
    expect(content).toEqual({
      error:
        "The tool ran, but its result is not JSON and cannot be read. Check what it did before you call it again.",
    });
  });
});
