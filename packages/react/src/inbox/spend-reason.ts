import type { AgentEvent } from "@agent-treasury/sdk-client";

const longestReason = 1000;

/**
 * What the agent wrote before the call that proposed a spend, null for nothing. It is the agent's own text,
 * so it is no evidence of anything.
 */
export function spendReason(events: readonly AgentEvent[], proposalId: string): string | null {
  let written: string | null = null;
  let beforeCall: string | null = null;
  for (const event of events) {
    if (event.kind === "thought" && event.text.trim() !== "") written = event.text.trim();
    else if (event.kind === "tool_call") beforeCall = written;
    else if (event.kind === "proposal" && event.proposalId === proposalId) return cut(beforeCall);
  }
  return null;
}

function cut(text: string | null): string | null {
  if (text === null || text.length <= longestReason) return text;
  return `${text.slice(0, longestReason).toWellFormed()}…`;
}
