import type { AgentEvent } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { aProposal } from "./proposal.fixture.ts";
import { spendReason } from "./spend-reason.ts";

const at = "2026-11-21T10:00:00.000Z";

function wrote(text: string): AgentEvent {
  return { kind: "thought", at, text };
}

function called(callId: string, proposalId: string): readonly AgentEvent[] {
  const call = { at, callId, tool: "propose_spend" } as const;
  return [
    { kind: "tool_call", ...call, arguments: {} },
    { kind: "tool_result", ...call, ok: true, result: {} },
    { kind: "proposal", at, proposalId, proposal: aProposal({ id: proposalId }) },
  ];
}

describe("the reason of a spend", () => {
  it("is the text before the call that proposed it", () => {
    const first = [wrote("We need paper."), ...called("1", "a")];
    const events = [...first, wrote("And ink."), ...called("2", "b"), wrote("Later.")];
    expect(spendReason(events, "a")).toBe("We need paper.");
    expect(spendReason(events, "b")).toBe("And ink.");
    expect(spendReason(events, "c")).toBeNull();
  });

  it("is null if the agent wrote no text", () => {
    expect(spendReason([wrote(" "), ...called("1", "a")], "a")).toBeNull();
  });

  it("is truncated", () => {
    const reason = spendReason([wrote("x".repeat(5000)), ...called("1", "a")], "a");
    expect(reason).toHaveLength(1001);
  });
});
