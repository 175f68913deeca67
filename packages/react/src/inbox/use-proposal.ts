"use client";

import type {
  Decision,
  ExplanationItem,
  Proposal,
  ProposalAnswer,
} from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live } from "../provider/use-treasury.ts";
import { useDecision } from "./use-decision.ts";

const refreshMs = 2500;

/** A proposal with what can be done to it. */
export interface KnownProposal {
  /** Undefined until loaded. */
  readonly proposal: Proposal | undefined;
  /** The rules that decided, the decisive ones first. Undefined until loaded. */
  readonly explanation: readonly ExplanationItem[] | undefined;
  readonly error: unknown;
  /** The decision in progress; null if no decision is in progress. */
  readonly deciding: Decision | null;
  /** Why the last decision failed. */
  readonly problem: string | null;
  /** Resolves to whether the decision is recorded. Asks for a passkey if one is needed. */
  decide(decision: Decision, comment?: string, approvedAmountUsd?: number): Promise<boolean>;
}

/** Returns a proposal, and refreshes it while it is pending or its payment is in progress. */
export function useProposal(proposalId: string): KnownProposal {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error, mutate } = useSWR<ProposalAnswer, unknown>(
    ["proposal", workspaceId, proposalId],
    () => client.treasury.proposal({ proposalId }),
    { ...live, refreshInterval: (newest) => (isOpen(newest) ? refreshMs : 0) },
  );
  const { deciding, problem, decide } = useDecision({
    id: proposalId,
    turnId: data?.proposal.turnId ?? null,
    ...(data !== undefined && {
      digest: data.proposal.digest,
      approvals: data.proposal.approvals,
    }),
  });
  return {
    proposal: data?.proposal,
    explanation: data?.explanation,
    error,
    deciding,
    problem,
    decide: async (decision, comment = "", approvedAmountUsd?: number) => {
      const isDecided = await decide({ decision, comment, approvedAmountUsd });
      await mutate();
      return isDecided;
    },
  };
}

function isOpen(answer: ProposalAnswer | undefined): boolean {
  const status = answer?.proposal.status;
  return status === "pending" || status === "approved";
}
