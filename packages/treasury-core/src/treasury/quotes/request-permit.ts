import { isRequestPermit, requestPermitRail } from "@agent-treasury/contract";
import type { Micros, PaidRequest, PaymentQuote } from "@agent-treasury/provider";
import { changesOn } from "../../ledger/command.ts";
import { sha256Hex } from "../../ledger/hash.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { Screening } from "../policy/spending-policy.ts";
import type { ProposalStep } from "../proposals/execute-spend.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import type { SpendProposal } from "../proposals/proposal.ts";

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
export function underPermit(
  screening: Screening,
  request: { readonly quote?: { readonly rail: string } },
): Screening {
  if (!isRequestPermit(request) || screening.verdict === "blocked") return screening;
  const { verdict, reason } = screening;
  const text = verdict === "safe" ? permitText : `${permitText} ${reason}`;
  return { verdict: "review", reason: text };
}

/** Ends an approved permit. It moves no money, so that no limit counts it. */
export function givePermit(
  ledger: LedgerState,
  approved: SpendProposal,
  now: number,
): ProposalStep {
  const proposal: SpendProposal = { ...approved, status: "executed", executedAt: now };
  return { proposal, changes: changesOn(ledger, { put: [proposalToDoc(proposal)] }) };
}
