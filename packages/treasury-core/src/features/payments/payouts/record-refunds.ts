import {
  type Entry,
  isTreasuryError,
  type Key,
  Micros,
  type SpendRefund,
} from "@agent-treasury/provider";
import { invalidRequest } from "../../../kernel/errors.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import {
  type Changes,
  changed,
  type Command,
  type Outcome,
  unchanged,
} from "../../../kernel/ledger/command.ts";
import type { LedgerHead, LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { post } from "../../../kernel/ledger/posting.ts";
import { proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../../kernel/proposals/proposal.ts";
import { endedPayee } from "../../payees/index.ts";
import { settledSpend } from "./held-spend.ts";
import { refundNote, saltOf } from "./record-captures.ts";
import { attended } from "./spend-parts.ts";

export interface RefundedSpend {
  readonly proposalId: string;
  readonly refunds: readonly SpendRefund[];
  /** 128 random bits. */
  readonly salt: string;
}

/** Records a refund once across epochs. */
export function refundKey(refundId: string): Key {
  return { kind: "refund", id: refundId };
}

/**
 * Credits each refund once, as a reversal of the expense. It raises the balance, and lowers no
 * usage of limits and allocations, because otherwise purchases that are returned would evade them.
 */
export function refundSpend(
  refunded: RefundedSpend,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "refund_spend",
    reads: [proposalKey(refunded.proposalId), ...refunded.refunds.map(({ id }) => refundKey(id))],
    reduce: (ledger, now) => {
      const outcome = refund(ledger, refunded, now);
      if (outcome.kind !== "changed") return outcome;
      const changes = attended({ ledger, policy, now }, outcome.answer, outcome.changes);
      return { ...outcome, changes };
    },
  };
}

function refund(
  ledger: LedgerState,
  { proposalId, refunds, salt }: RefundedSpend,
  now: number,
): Outcome<SpendProposal> {
  const spend = settledSpend(ledger, proposalId);
  const added = refunds.filter(({ id }) => !ledger.isClaimed(refundKey(id)));
  if (added.length === 0) return unchanged(spend);
  if (spend.status === "pending" || spend.status === "denied") {
    throw invalidRequest(
      `The proposal ${JSON.stringify(proposalId)} is ${spend.status}, so it cannot be refunded.`,
    );
  }
  if (!isInEpoch(spend, ledger.head)) {
    return recorded(ledger, flagged(spend, added, "the workspace was reset since"), added);
  }
  return credit(ledger, spend, added, salt, now);
}

/** A payment can be captured after a reset, in the ledger of that epoch. */
function isInEpoch({ epoch, facts }: SpendProposal, head: LedgerHead): boolean {
  const captures = facts.captures ?? [];
  return epoch === head.epoch || captures.some(([, , , , of]) => of === head.epoch);
}

function credit(
  ledger: LedgerState,
  spend: SpendProposal,
  refunds: readonly SpendRefund[],
  salt: string,
  now: number,
): Outcome<SpendProposal> {
  const { id: proposalId, vendor, purpose, captureEntry } = spend;
  const entries: Entry[] = [];
  let { head } = ledger;
  let { refunded } = spend;
  for (const { id, amount } of refunds) {
    const posting = {
      type: "expense",
      amount,
      description: `Refund by ${vendor}: ${purpose}`,
      proposalId,
      reference: id,
      // Records of earlier versions do not name the entry.
      reversalOf: captureEntry ?? proposalId,
      salt: saltOf(salt, id),
    } as const;
    const posted = post(ledger.workspaceId, head, posting, now);
    if (isTreasuryError(posted)) {
      const answer = flagged(spend, refunds, posted.message);
      return changed(ledger, answer, { put: [proposalToDoc(answer)] });
    }
    entries.push(posted.entry);
    head = posted.head;
    refunded = Micros.add(refunded, amount);
  }
  const next = { ...spend, refunded };
  const answer = { ...next, attention: refundNote(next) ?? spend.attention };
  // The approved payment was reversed, so that a person has to approve the payee again.
  const put = endedPayee(spend, head, now);
  return recorded(ledger, answer, refunds, { head, entries, put });
}

function recorded(
  ledger: LedgerState,
  spend: SpendProposal,
  refunds: readonly SpendRefund[],
  { put = [], ...posted }: Partial<Pick<Changes, "head" | "entries" | "put">> = {},
): Outcome<SpendProposal> {
  const claim = refunds.map(({ id }) => ({ key: refundKey(id), expiresAt: null }));
  return changed(ledger, spend, { ...posted, put: [proposalToDoc(spend), ...put], claim });
}

function flagged(
  spend: SpendProposal,
  refunds: readonly SpendRefund[],
  reason: string,
): SpendProposal {
  const amounts = refunds.map(({ amount }) => Micros.formatUsd(amount)).join(", ");
  const attention = `${amounts} were refunded, but are not in the ledger: ${reason}`;
  return { ...spend, attention: attention.endsWith(".") ? attention : `${attention}.` };
}
