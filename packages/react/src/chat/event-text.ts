import type { AgentEvent, EventItem, Proposal, ToolResultEvent } from "@agent-treasury/sdk-client";
import { formatUsd } from "../format/usd.ts";
import { isRequest } from "../inbox/quote-text.ts";
import { type LabelledValue, labelledValues } from "./labelled-values.ts";

/** The text of one step of a turn. */
export interface EventText {
  readonly label: string;
  readonly text: string;
  readonly tone: "plain" | "good" | "waiting" | "bad";
  /** The fields of a call or of its answer. */
  readonly values?: readonly LabelledValue[];
  /** The same fields as JSON. */
  readonly raw?: string;
}

/** The text of a step with the id of its event. */
export type EventTextWithId = EventText & { readonly id: string };

/** Returns the texts of a turn's steps, each result once. */
export function eventTexts(events: readonly EventItem[]): readonly EventTextWithId[] {
  const waited = new Set<string>();
  return events.flatMap((event) => {
    if (event.kind === "awaiting_approval") waited.add(event.proposalId);
    // The result of its call shows the outcome.
    if (event.kind === "proposal" && waited.has(event.proposalId)) return [];
    const told = decidedText(event, waited) ?? eventText(event);
    return told === null ? [] : [{ id: event.id, ...told }];
  });
}

/** Returns the outcome of a spend that needed approval, from the result of its call. */
function decidedText(event: AgentEvent, waited: ReadonlySet<string>): EventText | null {
  if (event.kind !== "tool_result" || event.tool !== "propose_spend") return null;
  const { proposalId, status, amountUsd, vendor, failure, comment } = fieldsOf(event.result);
  const { approvedAmountUsd } = fieldsOf(event.result);
  if (typeof proposalId !== "string" || !waited.has(proposalId)) return null;
  const share = typeof approvedAmountUsd === "number" ? `${formatUsd(approvedAmountUsd)} of ` : "";
  const spend = `${share}${formatUsd(amountUsd)} to ${textOf(vendor)}.`;
  const remark = typeof comment === "string" ? ` Comment: ${comment}` : "";
  switch (status) {
    case "executed":
      return { label: "Approved", text: `Paid ${spend}${remark}`, tone: "good" };
    case "approved":
      return { label: "Approved", text: `Paying ${spend}${remark}`, tone: "good" };
    case "denied":
      return { label: "Denied", text: `${spend}${remark}`, tone: "bad" };
    case "failed":
      return { label: "Not paid", text: textOf(failure ?? spend), tone: "bad" };
    default:
      return null;
  }
}

function eventText(event: AgentEvent): EventText | null {
  switch (event.kind) {
    case "thought":
      return event.text.trim() === ""
        ? null
        : { label: "Thought", text: event.text, tone: "plain" };
    case "tool_call":
      return calledText(event.tool, event.arguments);
    case "tool_result":
      return resultText(event);
    case "proposal":
      return proposalText(event.proposal);
    case "awaiting_approval":
      return {
        label: "Needs approval",
        text: "No money has moved.",
        tone: "waiting",
      };
    case "error":
      return { label: "Problem", text: event.message, tone: "bad" };
  }
}

function calledText(tool: string, given: Readonly<Record<string, unknown>>): EventText {
  const known = knownCall(tool, given);
  if (known !== null) return { label: "Called", text: known, tone: "plain" };
  const text = tool === "fetch_paid" ? "Requested an address of a seller." : tool;
  return { label: "Called", text, tone: "plain", ...fieldsAsText(given) };
}

function knownCall(tool: string, given: Readonly<Record<string, unknown>>): string | null {
  if (tool === "propose_spend") {
    return `Proposed ${formatUsd(given["amountUsd"])} to ${textOf(given["vendor"])}, for ${textOf(given["purpose"])}.`;
  }
  if (tool === "check_treasury") return "Checked the balance.";
  if (tool === "run_command") return `Ran a command on its machine: ${textOf(given["command"])}`;
  return null;
}

function fieldsAsText(fields: unknown): Pick<EventText, "values" | "raw"> {
  const values = labelledValues(fields);
  return values.length === 0 ? {} : { values, raw: JSON.stringify(fields, null, 2) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing named");
}

function resultText({ tool, ok, result }: ToolResultEvent): EventText | null {
  const answer = fieldsOf(result);
  const problem = answer["error"];
  if (!ok && typeof problem === "string") {
    return { label: "Failed", text: `${tool}: ${problem}`, tone: "bad" };
  }
  // The proposal has a step of its own.
  if (tool === "propose_spend") return null;
  if (tool === "check_treasury") {
    const text = `The balance is ${formatUsd(answer["balanceUsd"])}, and ${formatUsd(answer["availableUsd"])} can be spent.`;
    return { label: "Read", text, tone: "plain" };
  }
  if (tool === "run_command") {
    const output = [answer["stdout"], answer["stderr"]].filter(Boolean).join("\n").trim();
    const text = `Exit code ${String(answer["exitCode"])}. ${output === "" ? "No output." : output}`;
    return { label: "Output", text, tone: ok ? "plain" : "bad" };
  }
  const fields = fieldsAsText(result);
  const text = fields.values === undefined ? textOf(result ?? "No content.") : "";
  return { label: "Answer", text, tone: ok ? "plain" : "bad", ...fields };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function proposalText(proposal: Proposal): EventText {
  const { status, reason, failure, amountUsd, vendor } = proposal;
  if (status === "executed" && isRequest(proposal)) {
    const text = `A request to ${vendor}. Nothing is paid yet.`;
    return { label: "Approved", text, tone: "good" };
  }
  switch (status) {
    case "pending":
      return { label: "Rules", text: `${reason} Needs approval.`, tone: "waiting" };
    case "executed":
      return {
        label: "Paid",
        text: `${formatUsd(amountUsd)} to ${vendor}. ${reason}`,
        tone: "good",
      };
    case "denied":
      return { label: "Denied", text: failure ?? reason, tone: "bad" };
    case "failed":
      return { label: "Not paid", text: failure ?? reason, tone: "bad" };
    case "approved":
      return { label: "Paying", text: `${formatUsd(amountUsd)} to ${vendor}.`, tone: "good" };
  }
}
