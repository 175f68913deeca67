import { escapeForModel, escapedJson } from "@agent-treasury/tool-call-markup";
import { describe, expect, it } from "vitest";
import { ada, testTreasury } from "../../create/test-treasury.fixture.ts";
import { configuredAgent } from "../../http/outside-agent.ts";
import { decide } from "../../kernel/spends/decide.ts";
import { hostileComments, markup } from "../agent/hostile-comments.fixture.ts";
import { adasToken, agentWorld, bearer, lamp } from "../external-agents/agent-world.fixture.ts";
import { mcpTools } from "./mcp-tools.ts";
import { proposeForAgent } from "./propose-for-agent.ts";
import { resultSchemas } from "./result-schemas.ts";

describe.each(["approve", "deny"] as const)("a comment for an external agent (%s)", (decision) => {
  it.each(hostileComments)("stays in its field of the MCP tools: %j", async (comment) => {
    const treasury = testTreasury();
    const { engine } = treasury;
    const agent = configuredAgent({ name: "buyer", workspaceId: "acme" });
    const { proposal } = await proposeForAgent(engine, agent, { ...lamp, amountUsd: 30 });
    const { id: proposalId } = proposal;
    const made = { proposalId, decision, operator: ada, comment };
    await decide(engine, "acme", made);
    const [check] = mcpTools(engine, null, agent, resultSchemas(), () => "");
    const answer = await check?.call({ proposalId });
    expect(answer?.text).not.toMatch(markup);
    expect(answer?.structured).toMatchObject({ proposal: { comment: escapeForModel(comment) } });
    const report: unknown = JSON.parse(answer?.text ?? "");
    expect(report).toMatchObject({ proposal: { comment } });
  });

  it.each(hostileComments)("stays in its field of the agent's own reading: %j", async (comment) => {
    const { send, issue, treasury } = agentWorld();
    const agent = bearer((await issue()).token);
    const { body } = await send("POST /treasury/proposals", agent, lamp);
    const { id: proposalId } = body.proposal;
    const made = { workspaceId: "acme", proposalId, decision, comment };
    await send("POST /treasury/decide", bearer(adasToken), made);
    const { proposal } = (await send(`GET /treasury/proposals/${proposalId}`, agent)).body;
    expect(proposal).toMatchObject({ comment });
    const url = `http://localhost:3000/api/service/treasury/proposals/${proposalId}`;
    const response = await treasury.handler(new Request(url, { headers: agent }));
    const text = await response.text();
    expect(text).toContain(escapedJson(comment));
    expect(text).not.toMatch(markup);
  });
});
