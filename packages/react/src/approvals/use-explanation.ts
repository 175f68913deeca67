"use client";

import type {
  ApprovalProgress,
  ExplanationItem,
  Proposal,
  ProposalAnswer,
} from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { completeApprovals } from "./approval-text.ts";

export interface Explanation {
  /** The rules that decided, the decisive ones first. Undefined until loaded. */
  readonly items: readonly ExplanationItem[] | undefined;
  /** The approvals with all comments. */
  readonly approvals: ApprovalProgress;
  /** Whether the rules are loaded or cannot be. */
  readonly isKnown: boolean;
}

/**
 * Loads the rules that applied to a spend.
 *
 * @param isShown - The request is sent when this is true.
 */
export function useExplanation({ id, status, approvals }: Proposal, isShown: boolean): Explanation {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error } = useSWR<ProposalAnswer, unknown>(
    isShown ? ["explanation", workspaceId, id, status, approvals.by.length] : null,
    () => client.treasury.proposal({ workspaceId, proposalId: id }),
    { revalidateOnFocus: false, keepPreviousData: true },
  );
  return {
    items: data?.explanation,
    approvals: completeApprovals(approvals, data?.proposal.approvals),
    isKnown: data !== undefined || error !== undefined,
  };
}
