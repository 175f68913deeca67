"use client";

import { type Decision, type Proposal, isTreasuryApiError } from "@agent-treasury/sdk-client";
import { useState } from "react";
import { recallTurns } from "../chat/turn-memory.ts";
import { failureText } from "../format/failure-text.ts";
import { useTask } from "../hooks/use-task.ts";
import { signWithPasskey } from "../passkeys/authenticator.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasuryUpdate } from "../provider/use-treasury.ts";
import { decisionText } from "./spend-text.ts";
import { useInboxUpdate } from "./use-inbox.ts";

export interface SpendDecision {
  readonly decision: Decision;
  readonly comment?: string;
  /** Undefined for the proposed amount. */
  readonly approvedAmountUsd?: number | undefined;
  /** Allows the next spends. Called after the decision, so that a failed one allows nothing. */
  readonly allow?: (() => Promise<string>) | undefined;
}

/** Deciding one spend. */
export interface DecisionMaking {
  /** The decision in progress; null if no decision is in progress. */
  readonly deciding: Decision | null;
  /** Why the last attempt failed. */
  readonly problem: string | null;
  /** Resolves to whether the spend is decided now. */
  decide(sent: SpendDecision): Promise<boolean>;
}

type DecidedSpend = Pick<Proposal, "id" | "turnId"> &
  Partial<Pick<Proposal, "digest" | "approvals">>;

/** What was announced after a decision. */
interface DecisionOutcome {
  /** False if the payment failed, or another decision was made first. */
  readonly isGood: boolean;
  readonly text: string;
}

/** Sends one decision about one spend, with its own digest and passkey, and announces its result. */
export type Decide = (spend: DecidedSpend, sent: SpendDecision) => Promise<DecisionOutcome>;

/** Returned function rejects if the spend is not decided. */
export function useDecide(): Decide {
  const { client, workspaceId, approverName, announce, chats } = useTreasuryContext();
  const updateTreasury = useTreasuryUpdate();
  const updateInbox = useInboxUpdate();

  /** Resumes the turn, which may not be open on any page. */
  const goOn = (turnId: string | null): void => {
    // A conversation on this page resumes its own turns, and shows their progress.
    const isFollowed =
      chats.current.includes(workspaceId) &&
      recallTurns(workspaceId).some((turn) => turn.turnId === turnId && turn.status === "waiting");
    if (turnId === null || isFollowed) return;
    client.agent.resume({ workspaceId, turnId }).then(
      ({ state }) => updateTreasury(state),
      // Another page resumed the turn first and shows its progress.
      () => updateTreasury(),
    );
  };

  const announced = (text: string, isGood: boolean): DecisionOutcome => {
    announce(text, isGood ? "good" : "bad");
    return { isGood, text };
  };

  return async (spend, sent) => {
    const { decision, comment = "", approvedAmountUsd, allow } = sent;
    const { id } = spend;
    const digest = spend.digest ?? undefined;
    const isSigned = decision === "approve" && spend.approvals?.needsPasskey === true;
    try {
      const intent = "approve_proposal";
      const passkey = isSigned
        ? await signWithPasskey(client, { workspaceId, intent, id, digest, approvedAmountUsd })
        : undefined;
      const decided = await client.treasury.decide({
        workspaceId,
        proposalId: id,
        decision,
        operator: approverName === "" ? undefined : approverName,
        comment: comment === "" ? undefined : comment,
        approvedAmountUsd,
        digest,
        passkey,
      });
      // A page that shows the decision resumes the turn, whose next spends need what is allowed.
      const allowed = await allowedText(allow, decided.proposal);
      const isPaid = decided.proposal.status !== "failed";
      updateTreasury(decided.state);
      updateInbox(decided.proposal);
      if (decided.proposal.status !== "pending") goOn(spend.turnId);
      const text = [decisionText(decided.proposal), ...allowed.texts].join(" ");
      return announced(text, isPaid && allowed.isDone);
    } catch (error) {
      updateTreasury();
      updateInbox();
      if (!isTreasuryApiError(error) || error.code !== "already_decided") throw error;
      const left = allow === undefined ? "" : ` ${notAllowed}`;
      return announced(`Another decision was made first. ${failureText(error)}${left}`, false);
    }
  };
}

/** Decides one spend, and shows why an attempt failed. */
export function useDecision(spend: DecidedSpend): DecisionMaking {
  const decideSpend = useDecide();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const { problem, run } = useTask();
  const decide: DecisionMaking["decide"] = async (sent) => {
    setDeciding(sent.decision);
    const isDecided = await run(async () => {
      await decideSpend(spend, sent);
    });
    setDeciding(null);
    return isDecided;
  };
  return { deciding, problem, decide };
}

const notAllowed = "The next spends are not allowed.";

async function allowedText(
  allow: SpendDecision["allow"],
  { status }: Proposal,
): Promise<{ readonly texts: readonly string[]; readonly isDone: boolean }> {
  if (allow === undefined) return { texts: [], isDone: true };
  if (status === "failed") return { texts: [notAllowed], isDone: false };
  try {
    return { texts: [await allow()], isDone: true };
  } catch (error) {
    return { texts: [notAllowed, failureText(error)], isDone: false };
  }
}
