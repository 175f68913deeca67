"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { formatUsd } from "../format/usd.ts";
import { type Task, useTask } from "../hooks/use-task.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasuryUpdate } from "../provider/use-treasury.ts";
import { vendorText } from "./quote-text.ts";
import { useInboxUpdate } from "./use-inbox.ts";

/** Withdrawing one's own approval of a spend. */
export interface Withdrawal extends Pick<Task, "isBusy" | "problem"> {
  withdraw(): Promise<boolean>;
}

export function useWithdrawal(proposal: Proposal): Withdrawal {
  const { client, workspaceId, announce } = useTreasuryContext();
  const updateTreasury = useTreasuryUpdate();
  const updateInbox = useInboxUpdate();
  const { isBusy, problem, run } = useTask();
  const withdraw = async (): Promise<boolean> => {
    const isDone = await run(async () => {
      await client.treasury.withdrawApproval({ workspaceId, proposalId: proposal.id });
      const amount = formatUsd(proposal.amountUsd);
      announce(`Approval withdrawn: ${amount} to ${vendorText(proposal)}.`);
    });
    updateTreasury();
    updateInbox();
    return isDone;
  };
  return { isBusy, problem, withdraw };
}
