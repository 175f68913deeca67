import { isRequestPermit, requestPermitRail } from "@agent-treasury/contract";
import type { Micros, PaidRequest, PaymentQuote } from "@agent-treasury/provider";
import type { Payout } from "../../../kernel/judgement/payout.ts";
import type { Screening, SpendGuard } from "../../../kernel/judgement/spend-guard.ts";
import { changesOn } from "../../../kernel/ledger/command.ts";
import { sha256Hex } from "../../../kernel/ledger/hash.ts";
import { refuseSpend } from "../../../kernel/proposals/execute-spend.ts";
import { proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import type { SpendProposal } from "../../../kernel/proposals/proposal.ts";

const lifetimeMs = 86_400_000;

/** What a person approves before a request is sent. Nothing is known of the seller yet. */
export function permitQuote(request: PaidRequest, maximum: Micros, now: number): PaymentQuote {
  const { url, method, contentType, body } = request;
  return {
    rail: requestPermitRail,
    payee: new URL(url).origin,
    description: null,
    maximum,
    isFixed: false,
    expiresAt: now + lifetimeMs,
    terms: { url, method, contentType, bodyDigest: body === null ? null : sha256Hex(body) },
  };
}

const permitText =
  "The deployment does not list this seller, so the request is sent only after approval. Approving it pays nothing: the seller's price is proposed separately.";

/** No rule, limit or standing approval replaces the person, because a URL can carry data. */
export const permitGuard: SpendGuard = {
  id: "permit",
  isReplayed: true,
  plan: (_ledger, { quote }) => {
    if (!isRequestPermit({ quote })) return null;
    return { reads: [], judge: () => ({ tighten: underPermit }) };
  },
};

function underPermit({ verdict, reason }: Screening): Screening {
  if (verdict === "blocked") return { verdict, reason };
  const text = verdict === "safe" ? permitText : `${permitText} ${reason}`;
  return { verdict: "review", reason: text };
}

/** Ends an approved permit. It moves no money, so that no limit counts it. */
export const permitPayout: Payout = {
  id: "permit",
  ends: isRequestPermit,
  begin: ({ ledger, now }, approved, judgement) => {
    const denial = judgement.denial();
    if (denial !== null) return refuseSpend(ledger, approved, denial);
    const proposal: SpendProposal = { ...approved, status: "executed", executedAt: now };
    return { proposal, changes: changesOn(ledger, { put: [proposalToDoc(proposal)] }) };
  },
};
