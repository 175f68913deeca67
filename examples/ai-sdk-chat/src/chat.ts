import {
  resumedMessages,
  type TreasuryAccess,
  treasuryTools,
  waitForOutcome,
  waitingProposals,
} from "@agent-treasury/tools-ai-sdk";
import { type LanguageModel, type ModelMessage, ToolLoopAgent } from "ai";

export interface Chat {
  /** Answers one message of the user. Waits while a spend needs approval. */
  say(text: string): Promise<string>;
}

/** @param onWaiting receives the id of a spend that needs approval. */
export function createChat(
  model: LanguageModel,
  access: TreasuryAccess,
  onWaiting: (proposalId: string, spend: string) => void,
): Chat {
  const agent = new ToolLoopAgent({ model, tools: treasuryTools(access) });
  let messages: ModelMessage[] = [];
  const generate = async (): Promise<string> => {
    const { responseMessages, text } = await agent.generate({ messages });
    messages = [...messages, ...responseMessages];
    const waiting = await waitingProposals(access, messages);
    if (waiting.length === 0) return text;
    for (const { id, amountUsd, vendor } of waiting) onWaiting(id, `$${amountUsd} to ${vendor}`);
    for (const { id } of waiting) await waitForOutcome(access, id);
    messages = resumedMessages(messages);
    return generate();
  };
  return {
    say: (text) => {
      messages = [...messages, { role: "user", content: text }];
      return generate();
    },
  };
}
