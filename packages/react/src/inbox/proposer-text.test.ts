import { describe, expect, it } from "vitest";
import { aProposal } from "./proposal.fixture.ts";
import { agentText } from "./proposer-text.ts";

describe("the texts of a proposer", () => {
  it("names the agent, its id and its label", () => {
    const scout = aProposal({ proposedBy: "Scout", agentId: "scout-1", agentLabel: "researcher" });
    expect(agentText(scout)).toBe("Scout (scout-1), sub-agent “researcher” (self-reported)");
  });

  it("names the built-in agent and a person without an agent", () => {
    expect(agentText(aProposal())).toBe("Built-in agent");
    const own = aProposal({ agentId: "person", onBehalfOf: "Ada" });
    expect(agentText(own)).toBe("No agent");
  });
});
