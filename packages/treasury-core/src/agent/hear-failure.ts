import type { AgentTurnResult } from "@agent-treasury/contract";
import type { TreasuryError } from "@agent-treasury/provider";
import type { OnTurnFailure } from "./steps/launch-turn.ts";

/** Hears why a turn fails, for somebody who waits for its result: records have the words, and not the cause. */
export function hearFailure(): {
  readonly onFailure: OnTurnFailure;
  orThrow(result: Promise<AgentTurnResult>): Promise<AgentTurnResult>;
} {
  let heard: TreasuryError | null = null;
  return {
    onFailure: (failure) => (heard = failure),
    orThrow: async (result) => {
      try {
        return await result;
      } catch (error) {
        throw heard ?? error;
      }
    },
  };
}
