import {
  TreasuryError,
  isTreasuryError,
  type JsonObject,
  type McpTool,
  type McpToolAnswer,
  redact,
} from "@agent-treasury/provider";
import { escapedJson } from "@agent-treasury/tool-call-markup";
import type { PaidFetchTerms } from "../paid-fetch/paid-fetch-terms.ts";
import { readAgentBudget } from "../principals/agent-budget.ts";
import type { AgentPrincipal } from "../principals/agent-principal.ts";
import type { Engine } from "../treasury/engine.ts";
import { readProposal } from "../treasury/operations/read-treasury.ts";
import { fetchForAgent, fetchParameters } from "./fetch-for-agent.ts";
import { proposeForAgent, proposeParameters, reportOf } from "./propose-for-agent.ts";

const checkParameters: JsonObject = {
  type: "object",
  properties: {
    proposalId: { type: "string", description: "the id of one of your spends" },
  },
  additionalProperties: false,
};

/** The tools of an external agent. */
export function mcpTools(
  engine: Engine,
  paidFetch: PaidFetchTerms | null,
  agent: AgentPrincipal,
): readonly McpTool[] {
  return [
    {
      name: "check_treasury",
      title: "Check the treasury",
      description:
        "Read the balance, what can still be spent, the limits on spending, and the status of the spends that you proposed, newest first. Pass proposalId to read one of them. Check a spend that waits for approval again later.",
      parametersSchema: checkParameters,
      readOnly: true,
      call: (input) =>
        answered(engine, checkParameters, input, () => readForAgent(engine, agent, input)),
    },
    {
      name: "propose_spend",
      title: "Propose a spend",
      description:
        "Propose to spend money. Small spends that pass screening execute at once. Others wait for approval, and check_treasury returns the decision later. Proposing the same spend again, in any session, returns the same proposal and spends nothing more. To buy the same thing twice, give each purchase its own idempotencyKey.",
      parametersSchema: proposeParameters,
      readOnly: false,
      call: (input) =>
        answered(engine, proposeParameters, input, () => proposeForAgent(engine, agent, input)),
    },
    ...(paidFetch === null ? [] : [fetchTool(engine, paidFetch, agent)]),
  ];
}

function fetchTool(engine: Engine, terms: PaidFetchTerms, agent: AgentPrincipal): McpTool {
  return {
    name: "fetch_paid",
    title: "Request a seller, and pay",
    description:
      "Request an address of a seller. If the seller asks for a payment, its price is proposed like any other spend, and the content is returned once it is paid. Send the same request again for content that waits for approval or payment. The same request, in any session, is the same purchase. To buy the same thing twice, give each purchase its own idempotencyKey.",
    parametersSchema: fetchParameters,
    readOnly: false,
    call: (input) =>
      answered(engine, fetchParameters, input, () => fetchForAgent(engine, terms, agent, input)),
  };
}

/** Returns errors that the caller can fix, and reports the others. */
async function answered(
  { report }: Engine,
  { properties }: JsonObject,
  input: JsonObject,
  work: () => Promise<JsonObject>,
): Promise<McpToolAnswer> {
  try {
    checkNames(input, properties as JsonObject);
    return { text: escapedJson(await work()), isError: false };
  } catch (error) {
    const isMeant = isTreasuryError(error);
    if (!isMeant || error.status >= 500) report(error);
    const failure = isMeant ? error : new TreasuryError("internal_error", "The call failed.");
    const { code, message, remedy } = failure;
    return { text: escapedJson({ error: redact(`${message} ${remedy}`), code }), isError: true };
  }
}

/** Rejects unknown arguments, because they may change what the agent intended. */
function checkNames(input: JsonObject, properties: JsonObject): void {
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return;
  const names = Object.keys(properties).join(", ");
  throw new TreasuryError("invalid_request", `Unknown argument. The arguments are: ${names}.`);
}

async function readForAgent(
  engine: Engine,
  agent: AgentPrincipal,
  { proposalId }: JsonObject,
): Promise<JsonObject> {
  const { workspaceId: _workspaceId, proposals, ...state } = await readAgentBudget(engine, agent);
  return {
    ...state,
    budget: { ...state.budget },
    allocation: state.allocation && { ...state.allocation },
    ...(proposalId === undefined
      ? { proposals: proposals.map(reportOf) }
      : { proposal: await readOwn(engine, agent, proposalId) }),
  };
}

async function readOwn(
  engine: Engine,
  { id, workspaceId }: AgentPrincipal,
  proposalId: unknown,
): Promise<JsonObject> {
  const isId = typeof proposalId === "string" && /^prop_[0-9a-f]{32}$/.test(proposalId);
  const proposal = isId ? await readProposal(engine, workspaceId, proposalId) : null;
  if (proposal?.agentId !== id) {
    throw new TreasuryError(
      "invalid_request",
      "You have proposed no spend with this `proposalId`.",
    );
  }
  return reportOf(proposal);
}
