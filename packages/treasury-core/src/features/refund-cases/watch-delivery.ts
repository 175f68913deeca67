import type { SpendGuard } from "../../kernel/judgement/spend-guard.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { findProposal } from "../../kernel/proposals/proposal-record.ts";
import { amountPaid, proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { quoteKey, quoteOf } from "../../kernel/quotes/quote-doc.ts";
import { resourceFrom, resourceKey } from "../payments/index.ts";
import {
  caseFromDoc,
  caseKey,
  caseLastsMs,
  type CaseReason,
  caseToDoc,
  ended,
  type RefundCase,
  withStep,
} from "./case-record.ts";
import { deliveryFlaw } from "./delivery-flaw.ts";

/** By then a seller has delivered, also to a process that took the payment over. */
const firstLookMs = 300_000;
const nextLookMs = 600_000;

/** Remembers, in the commit that begins a paid request, to look at what it delivers. */
export const deliveryGuard: SpendGuard = {
  id: "deliveries",
  isReplayed: false,
  plan: (_ledger, { quote }) =>
    quote === null
      ? null
      : {
          reads: [],
          judge: () => ({
            docs: (spend) => {
              const watched = watchedDelivery(spend);
              return watched === null ? [] : [caseToDoc(watched)];
            },
          }),
        },
};

function watchedDelivery({ id, epoch, hold }: SpendProposal): RefundCase | null {
  if (hold === null) return null;
  const { executor, mode, heldAt } = hold;
  return {
    id,
    epoch,
    reason: null,
    outcome: null,
    payment: { executor, mode, heldAt },
    steps: [],
    openedAt: heldAt,
    endsAt: heldAt + caseLastsMs,
    dueAt: heldAt + firstLookMs,
    lease: null,
    ordinal: null,
  };
}

/** Opens a case for a payment that did not buy what was offered, and ends overdue ones. */
export function lookAtDelivery(proposalId: string): Command<null> {
  return {
    name: "look_at_delivery",
    reads: [proposalKey, quoteKey, resourceKey, caseKey].map((keyOf) => keyOf(proposalId)),
    reduce: (ledger, now) => {
      const doc = ledger.doc(caseKey(proposalId));
      const spend = findProposal(ledger, proposalId);
      const found = doc && caseFromDoc(doc);
      const isDue = found?.dueAt != null && found.dueAt <= now;
      if (found === undefined || !isDue || spend === null) return unchanged(null);
      return changed(ledger, null, { put: [caseToDoc(lookedAt(ledger, found, spend, now))] });
    },
  };
}

function lookedAt(
  ledger: LedgerState,
  found: RefundCase,
  spend: SpendProposal,
  now: number,
): RefundCase {
  const treasury = { at: now, by: null, text: null };
  if (found.reason !== null) return ended(found, outcomeAtEnd(spend), treasury);
  const isOver = now >= found.endsAt;
  if (spend.hold !== null && !isOver) return { ...found, dueAt: now + nextLookMs };
  const isLookedAt = spend.status === "executed" && spend.facts.costs === undefined && !isOver;
  const flaw = isLookedAt ? flawOf(ledger, spend, now) : null;
  if (flaw === null) return { ...found, dueAt: null };
  const opened = { ...found, reason: flaw, openedAt: now, ordinal: spend.ordinal };
  return withStep({ ...opened, dueAt: found.endsAt }, { kind: "opened", ...treasury });
}

/** Refunds arrive by notices of the executor too. */
function outcomeAtEnd(spend: SpendProposal): "refunded" | "expired" {
  return spend.refunded >= amountPaid(spend) ? "refunded" : "expired";
}

function flawOf(ledger: LedgerState, spend: SpendProposal, now: number): CaseReason | null {
  const quote = quoteOf(spend, ledger.doc(quoteKey(spend.id)));
  return deliveryFlaw(quote, resourceFrom(ledger.doc(resourceKey(spend.id)), now));
}
