import {
  type Proposal,
  type TreasuryAccess,
  waitingProposal as waitingIn,
} from "@agent-treasury/tools";
import type { SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import { spendName, toolPrefix } from "./treasury-tools.ts";

/**
 * Returns the spend that the run of a message waits for, as the treasury has it now. Pass its id to
 * `waitForOutcome`. Null for messages of runs that do not wait. Proposes nothing.
 *
 * @throws the error of the access if the treasury does not answer.
 */
export async function waitingProposal(
  access: TreasuryAccess,
  message: SDKMessage,
): Promise<Proposal | null> {
  if (message.type !== "result" || message.subtype !== "success") return null;
  const { deferred_tool_use: call } = message;
  if (call?.name !== toolPrefix + spendName) return null;
  return waitingIn(access, { name: spendName, input: call.input });
}
