import type { Clock, PaymentExecutor, Storage } from "@agent-treasury/provider";
import { scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";

/** The parts of a process with external payments. */
export interface SpendingProcessDeps {
  readonly storage: Storage;
  readonly executor: PaymentExecutor;
  readonly clock: Clock;
  /** Receives background failures; they are ignored by default. */
  readonly onFailure?: (error: unknown) => void;
}

/** The executor's timeout in these tests; a lease is twice as long. */
export const executorTimeoutMs = 30_000;

/** A treasury process with external payments, which recovers only on request. */
export function spendingProcess({
  storage,
  executor,
  clock,
  onFailure = () => {},
}: SpendingProcessDeps): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
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

/** Makes the agent propose a spend that needs approval, and returns its id. */
export async function proposePending(treasury: Treasury, workspaceId: string): Promise<string> {
  const { state } = await treasury.runTurn({
    workspaceId,
    message: "buy a lamp from Acme for $30",
  });
  const proposal = state.proposals.find(({ status }) => status === "pending");
  if (proposal === undefined) throw new Error("No spend needs approval.");
  return proposal.id;
}
