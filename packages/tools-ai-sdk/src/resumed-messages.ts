import { type Proposal, type TreasuryAccess, waitingProposal } from "@agent-treasury/tools";
import type { ModelMessage, ToolCallPart } from "ai";

interface OpenRequest {
  readonly approvalId: string;
  readonly call: ToolCallPart;
}

const suspending: ReadonlySet<string> = new Set(["propose_spend", "fetch_paid"]);

/**
 * Returns the spends that the messages wait for, as the treasury has them now. Pass their ids to
 * `waitForOutcome`.
 *
 * @throws the error of the access if the treasury does not answer.
 */
export async function waitingProposals(
  access: TreasuryAccess,
  messages: readonly ModelMessage[],
): Promise<readonly Proposal[]> {
  const found = await Promise.all(
    openRequests(messages).map(({ call: { toolName: name, input } }) =>
      waitingProposal(access, { name, input }),
    ),
  );
  return found.filter((proposal) => proposal !== null);
}

/**
 * Returns the messages with which a stopped run continues. The tool runs again and returns what the
 * treasury decided. Requests of other tools are not answered.
 *
 * @example
 * ```ts
 * import { agent, messages } from "./agent.ts";
 *
 * const { text } = await agent.generate({ messages: resumedMessages(messages) });
 * ```
 */
export function resumedMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const content = openRequests(messages).map(({ approvalId }) => ({
    type: "tool-approval-response" as const,
    approvalId,
    approved: true,
  }));
  return content.length === 0 ? [...messages] : [...messages, { role: "tool", content }];
}

function openRequests(messages: readonly ModelMessage[]): readonly OpenRequest[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || typeof last.content === "string") return [];
  const calls = last.content.filter((part) => part.type === "tool-call");
  return last.content.flatMap((part) => {
    if (part.type !== "tool-approval-request") return [];
    const call = calls.find(({ toolCallId }) => toolCallId === part.toolCallId);
    const isOurs = call !== undefined && suspending.has(call.toolName);
    return isOurs ? [{ approvalId: part.approvalId, call }] : [];
  });
}
