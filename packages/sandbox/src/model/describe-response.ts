import { isObject, textOf, type ToolResponse } from "./conversation.ts";

const shownCharacters = 500;

/** Whether the response is a spend that needs approval. */
export function isWaiting(response: ToolResponse): boolean {
  const isSpend = response.name === "propose_spend" || response.name === "fetch_paid";
  return isSpend && textOf(proposalIn(response), "status") === "pending";
}

/** Summarizes a tool's result in a sentence. */
export function describeResponse(response: ToolResponse): string {
  const sentence = sentenceFor(response);
  // Text from a vendor or a machine must not become markup in the answer.
  return sentence.replace(/[<>]/g, "");
}

function sentenceFor(response: ToolResponse): string {
  const problem = problemIn(response.content);
  if (problem !== undefined) return `${nameOf(response)} failed: ${sentenceOf(problem)}`;
  switch (response.name) {
    case "propose_spend":
      return describeSpend(response);
    case "fetch_paid":
      return describeFetched(response);
    case "check_treasury":
      return describeBalance(response.content);
    case "run_command":
      return describeCommand(response.content);
    default:
      return `${nameOf(response)} answered.`;
  }
}

function describeSpend(response: ToolResponse): string {
  const proposal = proposalIn(response);
  const approved = fieldOf(proposal, "approvedAmountUsd");
  const share = typeof approved === "number" ? `${usd(approved)} of ` : "";
  const spend = `The spend of ${share}${usd(fieldOf(proposal, "amountUsd"))} at ${textOf(proposal, "vendor") ?? "the vendor"}`;
  const why = textOf(proposal, "failure") ?? textOf(proposal, "reason");
  const because = why === undefined ? "." : `: ${sentenceOf(why)}`;
  switch (textOf(proposal, "status")) {
    case "executed":
      return `${spend} was executed.`;
    case "approved":
      return `${spend} was approved. Its payment is in progress.`;
    case "pending":
      return `${spend} needs approval${because}`;
    case "denied":
      return describeDenial(spend, proposal, because);
    case "failed":
      return `${spend} was approved but failed, and no money moved${because}`;
    default:
      return `${spend} was proposed. Its status is unknown.`;
  }
}

/** A person's denial has at most a comment, because the screening's reason is not the person's. */
function describeDenial(spend: string, proposal: unknown, because: string): string {
  const verdict = textOf(proposal, "verdict");
  const byPerson = (verdict === "safe" || verdict === "review") && !textOf(proposal, "failure");
  if (!byPerson) return `${spend} was denied${because}`;
  const comment = textOf(proposal, "comment");
  return `${spend} was denied by a person${comment === undefined ? "." : `: ${sentenceOf(comment)}`}`;
}

function describeFetched(response: ToolResponse): string {
  const isPaid = textOf(proposalIn(response), "status") !== undefined;
  const resource = fieldOf(response.content, "resource");
  const text = textOf(resource, "text")?.trim().slice(0, shownCharacters);
  return [
    ...(isPaid ? [describeSpend(response)] : []),
    ...(text === undefined
      ? []
      : [`${textOf(resource, "from") ?? "The seller"} returned: ${text}`]),
  ].join(" ");
}

function describeBalance(content: unknown): string {
  const state = isObject(content) && isObject(content["state"]) ? content["state"] : content;
  const available = fieldOf(state, "availableUsd");
  const left = available === undefined ? "" : `, of which ${usd(available)} can be spent`;
  const pending = fieldOf(state, "pendingCount");
  const waiting =
    typeof pending === "number" && pending > 0 ? ` Spends that need approval: ${pending}.` : "";
  return `The balance is ${usd(fieldOf(state, "balanceUsd"))}${left}.${waiting}`;
}

function describeCommand(content: unknown): string {
  const exitCode = fieldOf(content, "exitCode");
  const output = (textOf(content, "stdout") ?? textOf(content, "stderr") ?? "").trim();
  const said =
    output === "" ? "It printed nothing." : `It printed: ${output.slice(0, shownCharacters)}`;
  return `The command ended with exit code ${String(exitCode)}. ${said}`;
}

function proposalIn({ content }: ToolResponse): unknown {
  return isObject(content) && isObject(content["proposal"]) ? content["proposal"] : content;
}

function problemIn(content: unknown): string | undefined {
  if (content === null) return "its result could not be read.";
  return textOf(content, "error");
}

function nameOf({ name }: ToolResponse): string {
  return name === "" ? "A call" : name;
}

function fieldOf(value: unknown, field: string): unknown {
  return isObject(value) ? value[field] : undefined;
}

function sentenceOf(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function usd(value: unknown): string {
  if (typeof value !== "number") return "an unknown amount";
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(value);
}
