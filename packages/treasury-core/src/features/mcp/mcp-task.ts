import type { Proposal } from "@agent-treasury/contract";
import type { McpTask } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { isFinal } from "../external-agents/index.ts";
import { fetchedForModel, type PaidFetchTerms, readStoredResource } from "../paid-fetch/index.ts";
import { filesOf } from "./files-of.ts";
import { reportOf } from "./propose-for-agent.ts";
import { toolAnswer } from "./tool-answer.ts";

/** A proposal that has no outcome yet, as a task. */
export function openTask(proposal: Proposal): McpTask | null {
  return isFinal(proposal) ? null : { ...taskFields(proposal), status: "working", answer: null };
}

/** The result of a paid request includes what was bought. */
export async function taskOf(
  engine: Engine,
  terms: PaidFetchTerms | null,
  proposal: Proposal,
): Promise<McpTask> {
  const open = openTask(proposal);
  if (open !== null) return open;
  const bought = await readStoredResource(engine, proposal);
  const resource = bought && { resource: fetchedForModel(proposal.vendor, bought) };
  const files = terms && (await filesOf(engine, terms.serviceUrl, { proposal, resource: bought }));
  const answer = toolAnswer({ ...reportOf(proposal), ...resource }, null, files ?? []);
  return { ...taskFields(proposal), status: "completed", answer };
}

function taskFields({
  id,
  status,
  createdAt,
  decidedAt,
  executedAt,
  expiresAt,
}: Proposal): Omit<McpTask, "status" | "answer"> {
  return {
    id,
    message: messages[status],
    createdAt,
    updatedAt: executedAt ?? decidedAt ?? createdAt,
    expiresAt,
  };
}

const messages: Readonly<Record<Proposal["status"], string>> = {
  pending: "The spend waits for approval.",
  approved: "The spend is approved, and its payment is in progress.",
  denied: "The spend was denied.",
  executed: "The spend was executed.",
  failed: "The payment of the spend failed.",
};
