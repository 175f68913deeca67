import { isRequestPermit, isTab } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import { approvalProgress } from "../../kernel/approvals/approval-progress.ts";
import { isSummary } from "../../kernel/approvals/approval-summary.ts";
import { givenAlone } from "../../kernel/approvals/back-spend.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import type { ChannelOutcome } from "./approval-channel.ts";

type OutcomeText = Pick<ChannelOutcome, "kind" | "text">;

/** What a decision led to. A repeated one led to the same. */
export function outcomeOf(proposal: SpendProposal, personId: string, pageUrl: string): OutcomeText {
  const { status, operator, failure, ruling } = proposal;
  const by = operator === null ? "" : ` by ${operator}`;
  switch (status) {
    case "denied":
      return { kind: "decided", text: `Denied${by}.` };
    case "approved":
      return {
        kind: "decided",
        text: `Approved${by}. ${isTab(proposal) ? "The tab is open." : "The payment is in progress."}`,
      };
    case "executed":
      return isRequestPermit(proposal)
        ? { kind: "decided", text: `Approved${by}. The request may be sent.` }
        : { kind: "decided", text: `Approved${by} and ${isTab(proposal) ? "closed" : "paid"}.` };
    case "failed":
      return {
        kind: "decided",
        text: `Approved${by}, but not paid: ${failure ?? "the payment failed."}`,
      };
    case "pending": {
      const needed = approvalProgress(proposal).missing.join(", ");
      const { approvals } = ruling;
      const isRecorded =
        !isSummary(approvals) && givenAlone(approvals).some(({ id }) => id === personId);
      return isRecorded
        ? { kind: "counted", text: `Your approval is recorded. Needed: ${needed}.` }
        : {
            kind: "rejected",
            text: `The rules do not count your approval here. Needed: ${needed}. The page is ${pageUrl}`,
          };
    }
  }
}

export function unknownSenderText(channelId: string): string {
  return `You are not in the table of people of the channel ${channelId}, so you cannot decide here.`;
}

/** For a person who pressed a button. */
export function refusalText(error: unknown): string {
  if (!isTreasuryError(error)) return failedText;
  switch (error.code) {
    case "forbidden":
      return "You do not have permission to decide this spend.";
    case "proposal_not_found":
      return "The spend does not exist anymore.";
    case "proposal_changed":
      return "This message shows another spend than is stored. Open it on the page.";
    case "proposal_expired":
      return "The spend expired before it was approved. The agent can propose it again.";
    case "payment_unconfirmed":
    case "spend_executor_error":
      return `${error.message} ${error.remedy}`;
    case "rate_limited":
      return "There were too many requests. Try again later.";
    case "service_busy":
    case "shutting_down":
      return failedText;
    default:
      return error.status < 500 ? error.message : failedText;
  }
}

/** A failure after the commit is possible. Repeating the decision is harmless. */
const failedText =
  "The service failed, so the decision may not be recorded. Send it again: it counts once.";
