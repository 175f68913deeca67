import type { RefundCaseUpdate } from "@agent-treasury/contract";
import { Micros, type SpendRefund, TreasuryError } from "@agent-treasury/provider";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { type Command, unchanged } from "../../kernel/ledger/command.ts";
import { findProposal, proposalNotFound } from "../../kernel/proposals/proposal-record.ts";
import { amountPaid, proposalKey } from "../../kernel/proposals/proposal.ts";
import { refundSpend } from "../payments/later.ts";
import {
  caseFromDoc,
  caseIn,
  caseKey,
  caseLastsMs,
  type CaseReason,
  caseToDoc,
  ended,
  type RefundCase,
  withStep,
} from "./case-record.ts";
import {
  type CaseCaller,
  caseClosed,
  caseNotFound,
  type CaseState,
  caseChanged,
  onOpenCase,
  spendOf,
} from "./on-case.ts";

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
        return unchanged({ found: known, spend });
      }
      const endsAt = known?.endsAt ?? (spend.executedAt ?? now) + caseLastsMs;
      const { facts, payout, refunded } = spend;
      const isPaid = amountPaid(spend) > refunded && payout === null && !facts.costs;
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
      return caseChanged(
        ledger,
        spend,
        withStep(opened, { kind: "opened", at: now, by, text: note }),
      );
    },
  };
}

/** Records what a person did. Repeating the newest step changes nothing, also if it ended the case. */
export function updateCase(
  proposalId: string,
  { step, note }: { readonly step: RefundCaseUpdate["step"]; readonly note: string | null },
  { by }: CaseCaller,
): Command<CaseState> {
  const update = onOpenCase("update_refund_case", proposalId, (ledger, { found, spend }, now) => {
    const added = { at: now, by, text: note };
    const isEnd = step === "delivered" || step === "refused" || step === "withdrawn";
    const next = isEnd ? ended(found, step, added) : withStep(found, { kind: step, ...added });
    return caseChanged(ledger, spend, next);
  });
  return {
    ...update,
    reduce: (ledger, now) => {
      const spend = spendOf(ledger, proposalId, null);
      const found = caseIn(ledger.doc(caseKey(proposalId)));
      const last = found?.steps.at(-1);
      const isRepeated = last?.kind === step && last.text === note;
      return isRepeated && found !== null && spend !== null
        ? unchanged({ found, spend })
        : update.reduce(ledger, now);
    },
  };
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
    reads: [...(posting.reads ?? []), caseKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = findProposal(ledger, proposalId);
      const found = caseIn(ledger.doc(caseKey(proposalId)));
      if (spend === null || found === null) throw caseNotFound(proposalId);
      const outcome = posting.reduce(ledger, now);
      const isOwn = found.steps.some(({ kind, text }) => kind === "refunded" && text === refund.id);
      if (outcome.kind === "unchanged") {
        if (isOwn) return unchanged({ found, spend });
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

export function refundNotFound(reason: string): TreasuryError {
  return new TreasuryError("refund_not_found", `The refund was not recorded. ${reason}`);
}
