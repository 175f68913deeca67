import type { Clock, SpendExecutor, Storage } from "@agent-treasury/provider";
import { scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";

/** What a test of payments outside gives to a process. */
export interface SpendingProcessParts {
  readonly storage: Storage;
  readonly executor: SpendExecutor;
  readonly clock: Clock;
  /** Told of failures that no caller is told of; forgotten unless given. */
  readonly onFailure?: (error: unknown) => void;
}

/** For how long an answer of the executor is waited for in these tests; a lease is twice as long. */
export const executorTimeoutMs = 30_000;

/** One process of a treasury whose spends are paid outside, and which recovers only when asked. */
export function spendingProcess({
  storage,
  executor,
  clock,
  onFailure = () => {},
}: SpendingProcessParts): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    executors: { executor, timeoutSeconds: executorTimeoutMs / 1_000 },
    clock,
    model: scriptedModel(),
    budget: {
      startingCapitalUsd: 10_000,
      dailySpendCapUsd: 1_000_000,
      autoApproveDailyUsd: 1_000_000,
    },
    recoverySeconds: false,
    onFailure: ({ error }) => onFailure(error),
  });
}

/** Has the agent propose a spend that a person must decide, and tells its id. */
export async function proposePending(treasury: Treasury, workspaceId: string): Promise<string> {
  const { state } = await treasury.runTurn({
    workspaceId,
    message: "buy a lamp from Acme for $30",
  });
  const proposal = state.proposals.find(({ status }) => status === "pending");
  if (proposal === undefined) throw new Error("Nothing waits for a decision.");
  return proposal.id;
}
