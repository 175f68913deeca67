import { routes } from "@agent-treasury/contract";
import type { JsonObject, McpToolAnswer } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import { describeIssues } from "../../kernel/describe-issues.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { agentAsProposer } from "../external-agents/index.ts";
import {
  fetchForProposer,
  fetchedForModel,
  paidFetchParameters,
  type PaidFetchTerms,
} from "../paid-fetch/index.ts";
import { filesOf } from "./files-of.ts";
import { openTask } from "./mcp-task.ts";
import { keyParameter, reportOf } from "./propose-for-agent.ts";
import { toolAnswer } from "./tool-answer.ts";

export const fetchParameters: JsonObject = {
  ...paidFetchParameters,
  properties: { ...paidFetchParameters.properties, ...keyParameter },
};

export async function fetchForAgent(
  engine: Engine,
  terms: PaidFetchTerms,
  agent: AgentPrincipal,
  input: JsonObject,
): Promise<McpToolAnswer> {
  const { workspaceId } = agent;
  const parsed = routes.fetchPaid.input.safeParse({ ...input, workspaceId });
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error.issues));
  // The request of a call has no signal. It ends by its own timeout.
  const { signal } = new AbortController();
  const { request, outcome } = await fetchForProposer(
    engine,
    terms,
    agentAsProposer(agent),
    parsed.data,
    signal,
  );
  const { proposal, resource, isRepeated } = outcome;
  const report = {
    ...(proposal !== null && reportOf(proposal, isRepeated)),
    resource: resource && fetchedForModel(new URL(request.url).origin, resource),
  };
  const files = await filesOf(engine, terms.serviceUrl, outcome);
  return toolAnswer(report, proposal && openTask(proposal), files);
}
