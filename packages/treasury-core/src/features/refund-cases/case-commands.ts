import type { RefundCaseUpdate } from "@agent-treasury/contract";
import {
  Micros,
  type PaidResource,
  type SpendRefund,
  TreasuryError,
} from "@agent-treasury/provider";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { stopOf } from "../../kernel/judgement/stopped-spend.ts";
import { changesOn, type Command, type Outcome } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import {
  findProposal,
  proposalNotFound,
  proposalToDoc,
} from "../../kernel/proposals/proposal-record.ts";
import { amountPaid, proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
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
import { refundSpend } from "../payments/later.ts";
import {
  caseIn,
  caseFromDoc,
  caseKey,
  caseLastsMs,
  type CaseReason,
  caseToDoc,
  ended,
  heldAgain,
  type RefundCase,
  withStep,
} from "./case-record.ts";
import { deliveryFlaw } from "./delivery-flaw.ts";

export interface CaseState {
  readonly found: RefundCase;
  readonly spend: SpendProposal;
}

/** Whose case it is, and who acts. */
export interface CaseCaller {
  /** Null for a person. */
  readonly agentId: string | null;
  /** Shown with the step. */
  readonly by: string | null;
}

export interface OpenedCase {
  readonly proposalId: string;
  readonly reason: CaseReason;
  readonly note: string | null;
}

/** Opens a case of a payment, or returns the one that is open. */
export function openCase(
  { proposalId, reason, note }: OpenedCase,
  { agentId, by }: CaseCaller,
): Command<CaseState> {
  return {
    name: "open_refund_case",
    reads: [proposalKey(proposalId), caseKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = spendOf(ledger, proposalId, agentId);
      if (spend === null) throw proposalNotFound(ledger.workspaceId, proposalId);
      const doc = ledger.doc(caseKey(proposalId));
      const known = doc === undefined ? null : caseFromDoc(doc);
      if (known !== null && known.reason !== null && known.outcome === null) {
        return { kind: "unchanged", answer: { found: known, spend } };
      }
      const endsAt = known?.endsAt ?? (spend.executedAt ?? now) + caseLastsMs;
      const isPaid = amountPaid(spend) > spend.refunded && spend.payout === null;
      if (!isPaid || now >= endsAt) throw caseClosed(proposalId);
      const opened: RefundCase = {
        id: proposalId,
        epoch: spend.epoch,
        payment: known?.payment ?? null,
        steps: known?.steps ?? [],
        outcome: null,
        reason,
        openedAt: now,
        endsAt,
        dueAt: endsAt,
        lease: null,
        ordinal: spend.ordinal,
      };
      return changed(ledger, spend, withStep(opened, { kind: "opened", at: now, by, text: note }));
    },
  };
}

/** Records what a person did. Repeating the newest step changes nothing. */
export function updateCase(
  proposalId: string,
  { step, note }: { readonly step: RefundCaseUpdate["step"]; readonly note: string | null },
  { by }: CaseCaller,
): Command<CaseState> {
  return onOpenCase("update_refund_case", proposalId, (ledger, state, now) => {
    const { found, spend } = state;
    const last = found.steps.at(-1);
    if (last?.kind === step && last.text === note) return { kind: "unchanged", answer: state };
    const added = { at: now, by, text: note };
    const isEnd = step === "delivered" || step === "refused" || step === "withdrawn";
    const next = isEnd ? ended(found, step, added) : withStep(found, { kind: step, ...added });
    return changed(ledger, spend, next);
  });
}

export interface CaseRefund {
  readonly proposalId: string;
  readonly refund: SpendRefund;
  readonly salt: string;
}

/** Posts a refund, at most what was paid, once. The case ends with the last part. */
export function refundCase(
  { proposalId, refund, salt }: CaseRefund,
  { by }: CaseCaller,
  policy: SpendingPolicy,
): Command<CaseState> {
  const posting = refundSpend({ proposalId, refunds: [refund], salt }, policy);
  return {
    ...posting,
    name: "record_refund",
    reads: [...posting.reads, caseKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = findProposal(ledger, proposalId);
      const found = caseIn(ledger.doc(caseKey(proposalId)));
      if (spend === null || found === null) throw caseNotFound(proposalId);
      const outcome = posting.reduce(ledger, now);
      const isOwn = found.steps.some(({ kind, text }) => kind === "refunded" && text === refund.id);
      if (outcome.kind === "unchanged") {
        if (isOwn) return { kind: "unchanged", answer: { found, spend } };
        throw refundNotFound("It was recorded before.");
      }
      if (found.outcome !== null) throw caseClosed(proposalId);
      const { answer: after, changes } = outcome;
      if (after.refunded > amountPaid(after)) {
        const most = Micros.formatUsd(Micros.subtract(amountPaid(spend), spend.refunded));
        throw refundNotFound(`At most ${most} of the payment can be refunded.`);
      }
      const step = { at: now, by, text: refund.id };
      const isWhole = after.refunded === amountPaid(after);
      const next = isWhole
        ? ended(found, "refunded", step)
        : withStep(found, { kind: "refunded", ...step });
      const put = [...changes.put, caseToDoc(next)];
      return {
        kind: "changed",
        answer: { found: next, spend: after },
        changes: { ...changes, put },
      };
    },
  };
}

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
      const changes = changesOn(ledger, { put: [caseToDoc(next)] });
      return { kind: "changed", answer, changes };
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
      return { kind: "unchanged", answer };
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
      if (found.lease?.id !== leaseId) return { kind: "unchanged", answer: { found, spend } };
      const asked = withStep({ ...found, lease: null }, { kind: "asked_again", at: now, by, text });
      const quote = quoteOf(spend, ledger.doc(quoteKey(proposalId)));
      const isGood = resource !== null && deliveryFlaw(quote, resource) === null;
      if (!isGood) return changed(ledger, spend, asked);
      const next = ended(asked, "delivered", { at: now, by: null, text: null });
      const delivered = { ...spend, hasResource: true };
      const put = [
        caseToDoc(next),
        proposalToDoc(delivered),
        resourceToDoc(proposalId, spend.epoch, resource, rest, now),
      ];
      const answer = { found: next, spend: delivered };
      return { kind: "changed", answer, changes: changesOn(ledger, { put }) };
    },
    { keys },
  );
}

/** An agent cannot find out whether another agent's proposal exists. */
function spendOf(
  ledger: LedgerState,
  proposalId: string,
  agentId: string | null,
): SpendProposal | null {
  const spend = findProposal(ledger, proposalId);
  return agentId === null || spend?.agentId === agentId ? spend : null;
}

function isLeased({ lease }: RefundCase, now: number): boolean {
  return lease !== null && now < lease.until;
}

type Reduce<Answer extends CaseState> = (
  ledger: LedgerState,
  state: CaseState,
  now: number,
) => Outcome<Answer>;

function onOpenCase<Answer extends CaseState>(
  name: string,
  proposalId: string,
  reduce: Reduce<Answer>,
  {
    keys = [proposalKey(proposalId), caseKey(proposalId)],
    agentId = null,
  }: { readonly keys?: Command<Answer>["reads"]; readonly agentId?: string | null } = {},
): Command<Answer> {
  return {
    name,
    reads: keys,
    reduce: (ledger, now) => {
      const spend = spendOf(ledger, proposalId, agentId);
      const found = caseIn(ledger.doc(caseKey(proposalId)));
      if (spend === null || found === null) throw caseNotFound(proposalId);
      if (found.outcome !== null) throw caseClosed(proposalId);
      return reduce(ledger, { found, spend }, now);
    },
  };
}

function changed(ledger: LedgerState, spend: SpendProposal, found: RefundCase): Outcome<CaseState> {
  const changes = changesOn(ledger, { put: [caseToDoc(found)] });
  return { kind: "changed", answer: { found, spend }, changes };
}

export function caseNotFound(proposalId: string): TreasuryError {
  return new TreasuryError(
    "refund_case_not_found",
    `There is no refund case of the proposal ${JSON.stringify(proposalId)}.`,
  );
}

export function refundNotFound(reason: string): TreasuryError {
  return new TreasuryError("refund_not_found", `The refund was not recorded. ${reason}`);
}

function caseClosed(proposalId: string): TreasuryError {
  return new TreasuryError(
    "refund_case_closed",
    `The payment of the proposal ${JSON.stringify(proposalId)} has no open refund case, and cannot get one.`,
  );
}
