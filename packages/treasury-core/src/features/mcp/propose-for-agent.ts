import {
  type Proposal,
  repetitionNote,
  requestLimits,
  routes,
  spendReport,
} from "@agent-treasury/contract";
import type { JsonObject } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import { describeIssues } from "../../kernel/describe-issues.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { spendParameters } from "../../kernel/proposals/spend-parameters.ts";
import type { Proposed } from "../../kernel/spends/propose.ts";
import { agentAsProposer, proposePurchase, purchaseOf } from "../external-agents/index.ts";

export const keyParameter: JsonObject = {
  idempotencyKey: {
    type: "string",
    description:
      "identifies this purchase: a call with the same key is the same purchase, a call with another key is a new one",
    maxLength: requestLimits.keyCharacters,
  },
};

export const proposeParameters: JsonObject = {
  ...spendParameters,
  properties: { ...spendParameters.properties, ...keyParameter },
};

export async function proposeForAgent(
  engine: Engine,
  agent: AgentPrincipal,
  input: JsonObject,
): Promise<Proposed> {
  const { workspaceId } = agent;
  const parsed = routes.createProposal.input.safeParse({ ...input, workspaceId });
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error.issues));
  return proposePurchase(engine, agentAsProposer(agent), purchaseOf(parsed.data));
}

const waits =
  "The spend waits for approval. Check its status later. Proposing it again has no effect.";

export function reportOf(proposal: Proposal, isRepeated = false): JsonObject {
  return { ...spendReport(proposal, waits, isRepeated ? repetitionNote(proposal) : null) };
}
