import type { AgentEvent, EventItem, Proposal, ToolResultEvent } from "@agent-treasury/sdk-client";
import { formatUsd } from "./usd.ts";

/** The text of one step of a turn. */
export interface EventWords {
  readonly label: string;
  readonly words: string;
  readonly tone: "plain" | "good" | "waiting" | "bad";
}

/** The text of a step with the id of its event. */
export type ToldEvent = EventWords & { readonly id: string };

/** Returns the texts of a turn's steps, each result once. */
export function tellEvents(events: readonly EventItem[]): readonly ToldEvent[] {
  const waited = new Set<string>();
  return events.flatMap((event) => {
    if (event.kind === "awaiting_approval") waited.add(event.proposalId);
    // The result of its call shows the outcome.
    if (event.kind === "proposal" && waited.has(event.proposalId)) return [];
    const told = tellDecided(event, waited) ?? tellEvent(event);
    return told === null ? [] : [{ id: event.id, ...told }];
  });
}

/** Returns the outcome of a spend that needed approval, from the result of its call. */
function tellDecided(event: AgentEvent, waited: ReadonlySet<string>): EventWords | null {
  if (event.kind !== "tool_result" || event.tool !== "propose_spend") return null;
  const { proposalId, status, amountUsd, vendor, failure, comment } = fieldsOf(event.result);
  if (typeof proposalId !== "string" || !waited.has(proposalId)) return null;
  const spend = `${formatUsd(amountUsd)} to ${said(vendor)}.`;
  const remark = typeof comment === "string" ? ` Comment: ${comment}` : "";
  switch (status) {
    case "executed":
      return { label: "Approved", words: `Paid ${spend}${remark}`, tone: "good" };
    case "approved":
      return { label: "Approved", words: `Paying ${spend}${remark}`, tone: "good" };
    case "denied":
      return { label: "Denied", words: `${spend}${remark}`, tone: "bad" };
    case "failed":
      return { label: "Not paid", words: said(failure ?? spend), tone: "bad" };
    default:
      return null;
  }
}

function tellEvent(event: AgentEvent): EventWords | null {
  switch (event.kind) {
    case "thought":
      return event.text.trim() === ""
        ? null
        : { label: "Thought", words: event.text, tone: "plain" };
    case "tool_call":
      return { label: "Called", words: tellCall(event.tool, event.arguments), tone: "plain" };
    case "tool_result":
      return tellResult(event);
    case "proposal":
      return tellProposal(event.proposal);
    case "awaiting_approval":
      return { label: "Needs approval", words: "Waiting for your approval. No money has moved.", tone: "waiting" };
    case "error":
      return { label: "Problem", words: event.message, tone: "bad" };
  }
}

function tellCall(tool: string, given: Readonly<Record<string, unknown>>): string {
  if (tool === "propose_spend") {
    return `Proposed ${formatUsd(given["amountUsd"])} to ${said(given["vendor"])}, for ${said(given["purpose"])}.`;
  }
  if (tool === "check_treasury") return "Checked the balance.";
  if (tool === "run_command") return `Ran a command on its machine: ${said(given["command"])}`;
  return `${tool} with ${JSON.stringify(given)}`;
}

function said(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing named");
}

function tellResult({ tool, ok, result }: ToolResultEvent): EventWords | null {
  const answer = fieldsOf(result);
  const problem = answer["error"];
  if (!ok && typeof problem === "string") {
    return { label: "Failed", words: `${tool}: ${problem}`, tone: "bad" };
  }
  // The proposal has a step of its own.
  if (tool === "propose_spend") return null;
  if (tool === "check_treasury") {
    const words = `The balance is ${formatUsd(answer["balanceUsd"])}, and ${formatUsd(answer["availableUsd"])} can be spent.`;
    return { label: "Read", words, tone: "plain" };
  }
  if (tool === "run_command") {
    const output = [answer["stdout"], answer["stderr"]].filter(Boolean).join("\n").trim();
    const words = `Exit code ${String(answer["exitCode"])}. ${output === "" ? "No output." : output}`;
    return { label: "Output", words, tone: ok ? "plain" : "bad" };
  }
  return { label: "Answer", words: JSON.stringify(result) ?? "nothing", tone: "plain" };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function tellProposal({ status, reason, failure, amountUsd, vendor }: Proposal): EventWords {
  switch (status) {
    case "pending":
      return { label: "Rules", words: `${reason} Needs approval.`, tone: "waiting" };
    case "executed":
      return {
        label: "Paid",
        words: `${formatUsd(amountUsd)} to ${vendor}. ${reason}`,
        tone: "good",
      };
    case "denied":
      return { label: "Denied", words: failure ?? reason, tone: "bad" };
    case "failed":
      return { label: "Not paid", words: failure ?? reason, tone: "bad" };
    case "approved":
      return { label: "Paying", words: `${formatUsd(amountUsd)} to ${vendor}.`, tone: "good" };
  }
}
