"use client";

import type {
  ApprovalProgress,
  ExplanationItem,
  Proposal,
  ProposalAnswer,
} from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { completeApprovals } from "./approval-text.ts";

export interface Explanation {
  /** The rules that decided, the decisive ones first. Undefined until loaded. */
  readonly items: readonly ExplanationItem[] | undefined;
  /** The approvals with all comments. */
  readonly approvals: ApprovalProgress;
  readonly error: unknown;
  /** Whether the rules are loaded or cannot be. */
  readonly isKnown: boolean;
}

/**
 * Loads the rules that applied to a spend.
 *
 * @param isShown - The request is sent when this is true.
 */
export function useExplanation(proposal: Proposal, isShown: boolean): Explanation {
  const { data, error } = useAnswer(isShown ? proposal : undefined);
  return {
    items: data?.explanation,
    approvals: completeApprovals(proposal.approvals, data?.proposal.approvals),
    error,
    isKnown: data !== undefined || error !== undefined,
  };
}

/** Returns whether the rules of a spend are loaded or cannot be. True without a spend. */
export function useIsExplained(proposal: Proposal | undefined): boolean {
  const { data, error } = useAnswer(proposal);
  return proposal === undefined || data !== undefined || error !== undefined;
}

function useAnswer(proposal: Proposal | undefined): SWRResponse<ProposalAnswer, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  const { id = "", status, approvals } = proposal ?? {};
  return useSWR<ProposalAnswer, unknown>(
    proposal && ["explanation", workspaceId, id, status, approvals?.by.length],
    () => client.treasury.proposal({ workspaceId, proposalId: id }),
    { revalidateOnFocus: false, keepPreviousData: true },
  );
}
