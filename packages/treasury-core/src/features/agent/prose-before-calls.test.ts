import type { AgentEvent } from "@agent-treasury/contract";
import type { ModelPart } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { says, testModel } from "./test-model.fixture.ts";
import { testDeployment } from "./two-processes.fixture.ts";
import { paper } from "./two-spends.fixture.ts";

const message = "Buy paper.";
const reason = "The printer is out of paper, and Paperhouse is the cheapest.";

function proposing(prose: string): readonly ModelPart[] {
  const call = JSON.stringify({ name: "propose_spend", arguments: paper });
  return says(`<think>How much?</think>${prose}\n<tool_call>${call}</tool_call>`);
}

function kindsOf(events: readonly AgentEvent[]): readonly string[] {
  return events.map((event) => (event.kind === "thought" ? event.text : event.kind));
}

describe("the model's prose before a call", () => {
  it("is an event before the call, while the spend waits for approval", async () => {
    const treasury = testDeployment().open(testModel(proposing(reason)));
    const { events, assistant, awaitingApproval } = await treasury.runTurn({ message });
    expect({ assistant, awaitingApproval }).toEqual({ assistant: reason, awaitingApproval: true });
    const called = ["tool_call", "tool_result", "proposal", "awaiting_approval"];
    expect(kindsOf(events)).toEqual(["How much?", reason, ...called]);
  });

  it("is one event, even after the turn is resumed", async () => {
    const { open } = testDeployment();
    const first = await open(testModel(proposing(reason))).runTurn({ message });
    const other = open(testModel(says("Bought.")));
    const [proposal] = (await other.state()).proposals;
    const decision = {
      proposalId: proposal?.id ?? "",
      decision: "approve",
      operator: "ada",
    } as const;
    await other.decide(decision);
    const { events, assistant } = await other.resumeTurn({ turnId: first.turnId });
    expect(kindsOf(events).filter((kind) => kind === reason)).toHaveLength(1);
    expect(assistant).toBe("Bought.");
  });

  it("has no event if it is empty or the answer has no calls", async () => {
    const treasury = testDeployment().open(testModel(proposing(""), says("Never asked.")));
    const { events } = await treasury.runTurn({ message });
    expect(kindsOf(events)).not.toContain("");
    const plain = await testDeployment()
      .open(testModel(says("Nothing to do.")))
      .runTurn({ message });
    expect(plain.events).toEqual([]);
  });

  it("is an event for native calls as well", async () => {
    const call = { id: "c1", name: "propose_spend", arguments: JSON.stringify(paper) };
    const [text, stop] = says(reason) as readonly [ModelPart, ModelPart];
    const model = {
      ...testModel([text, { kind: "call", call }, stop]),
      toolCalls: "native",
    } as const;
    const { events } = await testDeployment().open(model).runTurn({ message });
    expect(kindsOf(events).slice(0, 2)).toEqual([reason, "tool_call"]);
  });
});
