import { type PaidResource, TreasuryError } from "@agent-treasury/provider";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { stopOf } from "../../kernel/judgement/stopped-spend.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import { findProposal, proposalToDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../kernel/proposals/proposal.ts";
import { quoteKey, quoteOf } from "../../kernel/quotes/quote-doc.ts";
import {
  type HeldSpend,
  type PaymentDocs,
  payloadFrom,
  payloadKey,
  resourceKey,
  resourceToDoc,
  type StoredRest,
} from "../payments/index.ts";
import {
  caseIn,
  caseKey,
  caseToDoc,
  ended,
  heldAgain,
  type RefundCase,
  withStep,
} from "./case-record.ts";
import { deliveryFlaw } from "./delivery-flaw.ts";
import { type CaseCaller, type CaseState, caseChanged, onOpenCase } from "./on-case.ts";

export interface AnotherRequest extends CaseState {
  readonly spend: HeldSpend;
  readonly docs: PaymentDocs;
}

/** Takes the case's lease for another request to the seller, which is an attempt to pay. */
export function takeAnotherRequest(
  proposalId: string,
  lease: { readonly id: string; readonly forMs: number },
  { agentId }: CaseCaller,
  policy: SpendingPolicy,
): Command<AnotherRequest> {
  const keys = [proposalKey, quoteKey, payloadKey, caseKey].map((keyOf) => keyOf(proposalId));
  return onOpenCase(
    "ask_seller_again",
    proposalId,
    (ledger, { found, spend }, now) => {
      const stop = stopOf(ledger, spend, policy);
      if (stop !== null) throw stop;
      if (isLeased(found, now)) {
        throw new TreasuryError(
          "refund_case_busy",
          "The seller is being asked again at this moment.",
        );
      }
      const quote = quoteOf(spend, ledger.doc(quoteKey(proposalId)));
      const { payment } = found;
      if (quote === null || payment === null) {
        throw new TreasuryError(
          "refund_case_closed",
          "The seller cannot be asked again: the payment is no paid request, or its text was erased.",
        );
      }
      const next = { ...found, lease: { id: lease.id, until: now + lease.forMs } };
      const docs = { quote, payload: payloadFrom(ledger.doc(payloadKey(proposalId))) };
      const answer = { found: next, spend: heldAgain(spend, payment, lease.id), docs };
      return changed(ledger, answer, { put: [caseToDoc(next)] });
    },
    { keys, agentId },
  );
}

/** Whether the holder of the lease may present the payment once more. */
export function mayAskAgain(
  proposalId: string,
  leaseId: string,
  policy: SpendingPolicy,
): Command<boolean> {
  return {
    name: "check_refund_case_lease",
    reads: [proposalKey(proposalId), caseKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = findProposal(ledger, proposalId);
      const found = caseIn(ledger.doc(caseKey(proposalId)));
      const isOwn = found?.lease?.id === leaseId && isLeased(found, now);
      const answer = isOwn && spend !== null && stopOf(ledger, spend, policy) === null;
      return unchanged(answer);
    },
  };
}

/** Stores what the seller delivered now, if that is better than what is stored. */
export function recordAnswer(
  proposalId: string,
  {
    leaseId,
    resource,
    rest,
    text,
  }: {
    readonly leaseId: string;
    readonly resource: PaidResource | null;
    /** What follows the beginning of the resource. */
    readonly rest: StoredRest | null;
    readonly text: string;
  },
  { by }: CaseCaller,
): Command<CaseState> {
  const keys = [proposalKey, quoteKey, resourceKey, caseKey].map((keyOf) => keyOf(proposalId));
  return onOpenCase(
    "record_answer",
    proposalId,
    (ledger, { found, spend }, now) => {
      // Another request may have followed, whose answer counts.
      if (found.lease?.id !== leaseId) return unchanged({ found, spend });
      const asked = withStep({ ...found, lease: null }, { kind: "asked_again", at: now, by, text });
      const quote = quoteOf(spend, ledger.doc(quoteKey(proposalId)));
      const isGood = resource !== null && deliveryFlaw(quote, resource) === null;
      if (!isGood) return caseChanged(ledger, spend, asked);
      const next = ended(asked, "delivered", { at: now, by: null, text: null });
      const delivered = { ...spend, hasResource: true };
      const put = [
        caseToDoc(next),
        proposalToDoc(delivered),
        resourceToDoc(proposalId, spend.epoch, resource, rest, now),
      ];
      const answer = { found: next, spend: delivered };
      return changed(ledger, answer, { put });
    },
    { keys },
  );
}

function isLeased({ lease }: RefundCase, now: number): boolean {
  return lease !== null && now < lease.until;
}
