import type { AgentEvent } from "@agent-treasury/sdk-client";

const longestReason = 1000;

/**
 * Returns the agent's text before the call that proposed a spend. Null without one. The text is self-reported.
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
