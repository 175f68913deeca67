import { tabReport } from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  type JsonObject,
  type McpTool,
  type McpToolAnnotations,
  type McpToolAnswer,
  redact,
} from "@agent-treasury/provider";
import { escapedJson } from "@agent-treasury/tool-call-markup/text";
import type { ApprovalPage } from "../../http/address-options.ts";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import { isServiceFailure, withStorageRemedy } from "../../http/service-failure.ts";
import { checkArguments } from "../../kernel/check-arguments.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { effectsOfRequest, mayHaveWritten } from "../../kernel/ledger/commit/request-effects.ts";
import { readAgentBudget } from "../external-agents/index.ts";
import type { PaidFetchTerms } from "../paid-fetch/index.ts";
import { listTabs } from "../tabs/later.ts";
import { fetchForAgent, fetchParameters } from "./fetch-for-agent.ts";
import { openTask } from "./mcp-task.ts";
import { proposeForAgent, proposeParameters, reportOf } from "./propose-for-agent.ts";
import { readOwn } from "./read-own.ts";
import type { ResultSchemas } from "./result-schemas.ts";
import { toolAnswer } from "./tool-answer.ts";

const checkParameters: JsonObject = {
  type: "object",
  properties: {
    proposalId: { type: "string", description: "the id of one of your spends" },
  },
  additionalProperties: false,
};

const reads: McpToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A payment cannot be undone, and a repeated one is the same. */
const spends: McpToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};

/** The tools of an external agent. */
export function mcpTools(
  engine: Engine,
  paidFetch: PaidFetchTerms | null,
  agent: AgentPrincipal,
  schemas: ResultSchemas,
  page: ApprovalPage,
): readonly McpTool[] {
  const check: McpTool = {
    name: "check_treasury",
    title: "Check the treasury",
    description:
      "Read the balance, what can still be spent, the limits on spending, and the status of the spends that you proposed, newest first, and your open tabs. Pass proposalId to read one of them. Check a spend that waits for approval again later.",
    parametersSchema: checkParameters,
    resultSchema: schemas.treasury,
    annotations: reads,
    call: (input) =>
      answered(engine, checkParameters, input, async () =>
        toolAnswer(await readForAgent(engine, agent, input), null),
      ),
  };
  const propose: McpTool = {
    name: "propose_spend",
    title: "Propose a spend",
    description:
      "Propose to spend money. Small spends to known payees can execute at once. Others wait for approval, and check_treasury returns the decision later. Proposing the same spend again, in any session, returns the same proposal and spends nothing more. To buy the same thing twice, give each purchase its own idempotencyKey.",
    parametersSchema: proposeParameters,
    resultSchema: schemas.spend,
    annotations: spends,
    call: (input) =>
      answered(engine, proposeParameters, input, async () => {
        const { proposal, isRepeated } = await proposeForAgent(engine, agent, input);
        const answer = toolAnswer(reportOf(proposal, isRepeated), openTask(proposal));
        return withPage(answer, agent, page);
      }),
  };
  if (paidFetch === null) return [check, propose];
  return [check, propose, fetchTool(engine, paidFetch, agent, schemas, page)];
}

function fetchTool(
  engine: Engine,
  terms: PaidFetchTerms,
  agent: AgentPrincipal,
  { fetched }: ResultSchemas,
  page: ApprovalPage,
): McpTool {
  return {
    name: "fetch_paid",
    title: "Request a seller, and pay",
    description:
      "Request an address of a seller. If the seller asks for a payment, its price is proposed like any other spend, and the content is returned once it is paid. Send the same request again for content that waits for approval or payment. The same request, in any session, is the same purchase. To buy the same thing twice, give each purchase its own idempotencyKey.",
    parametersSchema: fetchParameters,
    resultSchema: fetched,
    annotations: spends,
    call: (input) =>
      answered(engine, fetchParameters, input, async () =>
        withPage(await fetchForAgent(engine, terms, agent, input), agent, page),
      ),
  };
}

/** A person would otherwise be led to the page at each repetition. */
function withPage(
  answer: McpToolAnswer,
  { workspaceId }: AgentPrincipal,
  page: ApprovalPage,
): McpToolAnswer {
  const { task, structured } = answer;
  const isNew = structured?.["status"] === "pending" && structured["repeated"] !== true;
  return task === null || !isNew ? answer : { ...answer, approvalUrl: page(workspaceId, task.id) };
}

/** Returns errors that the caller can fix, and reports the others. */
async function answered(
  { report }: Engine,
  { properties }: JsonObject,
  input: JsonObject,
  work: () => Promise<McpToolAnswer>,
): Promise<McpToolAnswer> {
  try {
    checkArguments(input, Object.keys(properties as JsonObject), "argument");
    return await work();
  } catch (error) {
    const isMeant = isTreasuryError(error);
    if (!isMeant || isServiceFailure(error)) report(error);
    const effects = effectsOfRequest();
    const failure = isMeant
      ? withStorageRemedy(error, effects === undefined || mayHaveWritten(effects))
      : new TreasuryError("internal_error", "The call failed.");
    const { code, message, remedy } = failure;
    const text = escapedJson({ error: redact(`${message} ${remedy}`), code });
    return { text, structured: null, isError: true, task: null };
  }
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
    // Models write null or an empty text for an argument that they omit.
    ...(proposalId === undefined || proposalId === null || proposalId === ""
      ? { proposals: proposals.map((one) => reportOf(one)), ...(await readTabs(engine, agent)) }
      : { proposal: reportOf(await ownProposal(engine, agent, proposalId)) }),
  };
}

/** Nothing without a pending or open tab. */
async function readTabs(engine: Engine, { id, workspaceId }: AgentPrincipal): Promise<JsonObject> {
  const tabs = await listTabs(engine, workspaceId, id);
  if (tabs.length === 0) return {};
  return { tabs: tabs.map((tab) => ({ ...tabReport(tab) })) };
}

/** @throws TreasuryError `invalid_request`. */
async function ownProposal(engine: Engine, agent: AgentPrincipal, proposalId: unknown) {
  const proposal = await readOwn(engine, agent, proposalId);
  if (proposal !== null) return proposal;
  throw invalidRequest("You have proposed no spend with this `proposalId`.");
}
