import { type Entry, isTreasuryError, Micros } from "@agent-treasury/provider";
import type { SpendContext } from "../../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import {
  changesOn,
  type Command,
  type Outcome,
  unchanged,
} from "../../../kernel/ledger/command.ts";
import type { LedgerHead } from "../../../kernel/ledger/ledger-state.ts";
import { post } from "../../../kernel/ledger/posting.ts";
import { proposalOf, proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../../kernel/proposals/proposal.ts";
import { endedPayee } from "../../payees/index.ts";
import { saltOf } from "../payouts/record-captures.ts";
import { attended } from "../payouts/spend-parts.ts";
import { closedReview, reviewIn, reviewKey, reviewToDoc } from "./review-doc.ts";

export interface CaptureReversal {
  readonly proposalId: string;
  readonly captureIds: readonly string[];
  readonly reason: string;
  /** Whether another capture follows, so that the review stays open. */
  readonly isReplaced?: boolean;
  /** 128 random bits. */
  readonly salt: string;
}

/**
 * Posts a reversal of each capture that was undone for ever, once. It raises the balance, and lowers no
 * usage of limits. The spend needs review.
 */
export function reverseCaptures(
  reversal: CaptureReversal,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "reverse_captures",
    reads: [proposalKey(reversal.proposalId), reviewKey(reversal.proposalId)],
    reduce: (ledger, now) => reverse({ ledger, policy, now }, reversal),
  };
}

function reverse(
  context: SpendContext<SpendingPolicy>,
  { proposalId, captureIds, reason, isReplaced = false, salt }: CaptureReversal,
): Outcome<SpendProposal> {
  const { ledger, now } = context;
  const spend = proposalOf(ledger, proposalId);
  const review = reviewIn(ledger, proposalId);
  if (review === null) return unchanged(spend);
  const undone = review.captures.filter(({ id }) => captureIds.includes(id));
  if (isReplaced && undone.length === 0) return unchanged(spend);
  const captures = review.captures.filter(({ id }) => !captureIds.includes(id));
  const entries: Entry[] = [];
  const notes: string[] = [];
  let head: LedgerHead = ledger.head;
  let reversed = spend.undone;
  for (const { id, amount, entryId, epoch } of undone) {
    const note = `The payment of ${Micros.formatUsd(amount)} was undone: ${reason}`;
    if (epoch !== head.epoch) {
      notes.push(`${note} It is not in the ledger, because the workspace was reset since.`);
      continue;
    }
    const posting = {
      type: "expense",
      amount,
      proposalId,
      description: `Payment undone: ${spend.vendor}: ${spend.purpose}`,
      reference: id,
      reversalOf: entryId,
      salt: saltOf(salt, id),
    } as const;
    const posted = post(ledger.workspaceId, head, posting, now);
    if (isTreasuryError(posted)) {
      notes.push(`${note} It is not in the ledger: ${posted.message}`);
      continue;
    }
    entries.push(posted.entry);
    head = posted.head;
    reversed = Micros.add(reversed, amount);
    notes.push(`${note} The amount is in the balance again.`);
  }
  // A person may have recorded a payment that the executor never made.
  if (undone.length === 0) notes.push(`The executor reports that it was not paid: ${reason}`);
  const answer: SpendProposal = { ...spend, undone: reversed, attention: notes.join(" ") };
  const left = reviewToDoc({ ...review, captures });
  const isOver = !isReplaced && (undone.length === 0 || captures.length === 0);
  const kept = isOver ? closedReview(left, now) : left;
  const put = [proposalToDoc(answer), kept, ...endedPayee(spend, head, now)];
  const changes = attended(context, answer, changesOn(ledger, { head, entries, put }));
  return { kind: "changed", answer, changes };
}
