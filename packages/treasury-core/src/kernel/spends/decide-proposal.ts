import type { Decision } from "@agent-treasury/contract";
import { Micros, TreasuryError } from "@agent-treasury/provider";
import { openProposalDocs, withEvidence } from "../approvals/approval-evidence.ts";
import { isCounted } from "../approvals/approval-progress.ts";
import {
  approvalBy,
  hasApproved,
  lowestAmount,
  withApproval,
} from "../approvals/approval-record.ts";
import { backedBy, givenAlone, mayBeBacked } from "../approvals/back-spend.ts";
import type { ChannelSource } from "../approvals/decision-source.ts";
import { invalidRequest } from "../errors.ts";
import { checkClock } from "../judgement/clock-suspect.ts";
import { type HoldChoice, railOf } from "../judgement/hold-terms.ts";
import { judgeSpend, spendOf } from "../judgement/judge-spend.ts";
import { withJudgement } from "../judgement/record-judgement.ts";
import type { SpendContext } from "../judgement/spend-context.ts";
import { payoutOf, type SpendingPolicy } from "../judgement/spending-policy.ts";
import { changed, type Command, type Outcome, unchanged } from "../ledger/command.ts";
import type { Operator } from "../ledger/operator.ts";
import { type PaymentIdentity, checkSamePayment } from "../ledger/payment-identity.ts";
import { personsBehind } from "../ledger/person.ts";
import {
  expiryError,
  isExpired,
  proposalChanged,
  presentProposal,
  proposalToDoc,
} from "../proposals/proposal-record.ts";
import { amountToPay, proposalKey, type SpendProposal } from "../proposals/proposal.ts";
import { evaluationFacts } from "../proposals/record-facts.ts";
import type { SpendRuling } from "../proposals/ruling.ts";
import { quoteRefusal } from "../quotes/quote-expired.ts";

export interface DecisionInput {
  readonly proposalId: string;
  readonly decision: Decision;
  readonly operator: Operator;
  readonly comment: string | null;
  /** Its agent gives it up, which is no judgement of a person. Only for a denial. */
  readonly isWithdrawal?: true;
  /** The digest that the approver saw. Missing or null if none was sent. */
  readonly digest?: string | null;
  /** How it was given. Missing for the page and the API. */
  readonly source?: ChannelSource;
  /** SHA-256 of the evidence of a verified signature with a passkey. */
  readonly passkey?: string;
  /** At most the proposed amount. Null or missing for the proposed amount. */
  readonly approvedAmount?: Micros | null;
  readonly payment: PaymentIdentity | null;
  /** 128 random bits. */
  readonly salt: string;
  /** Omitted if the entry itself is the payment. */
  readonly hold?: HoldChoice;
  /** Time of the process. */
  readonly askedAt?: number;
}

/**
 * The same commit executes an approved spend or holds its amount. Repeating the decision changes
 * nothing; the opposite one is rejected.
 */
export function decideProposal(
  input: DecisionInput,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "decide_proposal",
    reads: [proposalKey(input.proposalId)],
    reduce: (ledger, now) => reduceDecision({ ledger, policy, now }, input),
  };
}

function reduceDecision(
  context: SpendContext<SpendingPolicy>,
  input: DecisionInput,
): Outcome<SpendProposal> {
  const proposal = presentProposal(context.ledger, input.proposalId);
  if (proposal.status !== "pending") return decideAgain(proposal, input);
  const { digest = null } = input;
  if (digest !== null && digest !== proposal.fixed?.digest) throw proposalChanged();
  return input.decision === "deny"
    ? deny(context, proposal, input)
    : approve(context, proposal, input);
}

/** One denial by any approver denies. */
function deny(
  { ledger, policy, now }: SpendContext<SpendingPolicy>,
  proposal: SpendProposal,
  input: DecisionInput,
): Outcome<SpendProposal> {
  const complete = withEvidence(ledger, proposal);
  const { source = null, isWithdrawal = false } = input;
  const answer: SpendProposal = {
    ...decidedBy(complete, input, now),
    ...(isWithdrawal && { facts: { ...complete.facts, withdrawn: true } }),
    deniedBy: source,
    status: "denied",
  };
  const guards = isWithdrawal ? [] : policy.guards;
  const docs = guards.flatMap((guard) => guard.denied?.(ledger, proposal, now) ?? []);
  return changed(ledger, answer, { put: [proposalToDoc(answer), ...docs] });
}

/** Adds an approval. The last required one executes the spend. */
function approve(
  context: SpendContext<SpendingPolicy>,
  stored: SpendProposal,
  input: DecisionInput,
): Outcome<SpendProposal> {
  const { ledger, policy, now } = context;
  const { operator, comment, payment, salt, source, passkey } = input;
  checkClock(now, input.askedAt);
  const proposal = withEvidence(ledger, stored);
  const approvals = givenAlone(proposal.ruling.approvals);
  const { approvedAmount: named = null } = input;
  if (named !== null && named > proposal.amount) throw aboveProposed(proposal);
  const lower = named === proposal.amount ? null : named;
  const { quote } = proposal;
  if (quote?.isFixed && lower !== null) throw fixedPrice(proposal);
  const expired = quoteRefusal(quote, now);
  if (expired !== null) throw expired;
  const hold = proposal.payout === null ? input.hold?.(quote) : undefined;
  const means = { ...(source && { source }), ...(passkey !== undefined && { passkey }) };
  const approval = approvalBy(operator, comment, now, lower, means);
  const approvedAmount = lowestAmount([...approvals, approval]);
  const lowered: SpendProposal = { ...proposal, approvedAmount };
  const rail = railOf(hold);
  const judgement = judgeSpend(context, spendOf(lowered), rail, "execution");
  const refusal = judgement.refusal();
  if (refusal !== null) throw refusal;
  checkSamePayment(ledger.head.account.payment, payment);
  const payout = payoutOf(policy, proposal, hold);
  const unpayable = payout.refusal?.(ledger, hold) ?? payout.obstacle?.(ledger, proposal) ?? null;
  if (unpayable !== null) throw unpayable;
  const required = [...proposal.ruling.requirements, ...judgement.requirements];
  const added = withApproval(approvals, approval);
  const isKnown = hasApproved(approvals, operator);
  const proposer = personsBehind(proposal.behind);
  const counts = isKnown || isCounted(approvals, added, required, proposer);
  const given = counts ? added : approvals;
  const offers = counts && mayBeBacked(proposal) ? judgement.offers : [];
  const backing = backedBy(offers, given, { requirements: required, proposer });
  const ruling: SpendRuling = { ...proposal.ruling, approvals: backing.approvals };
  const evaluated = evaluationFacts(context, amountToPay(lowered), judgement);
  const facts = { ...proposal.facts, approved: { ...evaluated, at: now } };
  const counted: SpendProposal = { ...lowered, ruling, facts };
  if (!backing.isComplete) {
    return given === approvals
      ? { kind: "unchanged", answer: proposal }
      : changed(ledger, counted, { put: openProposalDocs(counted) });
  }
  const decided = decidedBy(counted, input, now);
  const approved: SpendProposal = { ...decided, status: "approved" };
  const judged = judgement.using(backing.used);
  const carried = payout.begin(context, approved, judged, { hold, salt });
  const { proposal: answer, changes } = withJudgement(ledger, carried, judged);
  return { kind: "changed", answer, changes };
}

function decidedBy(
  proposal: SpendProposal,
  { operator, comment }: DecisionInput,
  now: number,
): SpendProposal {
  return {
    ...proposal,
    operator: operator.name,
    operatorVerified: operator.verified,
    comment,
    decidedAt: now,
    expiresAt: null,
  };
}

function aboveProposed({ amount }: SpendProposal): TreasuryError {
  return invalidRequest(
    `\`approvedAmountUsd\` must be at most the proposed amount, ${Micros.formatUsd(amount)}.`,
  );
}

function fixedPrice({ amount }: SpendProposal): TreasuryError {
  return invalidRequest(
    `The payee's price is fixed, so that only ${Micros.formatUsd(amount)} can be approved.`,
  );
}

function decideAgain(
  proposal: SpendProposal,
  { decision, approvedAmount = null }: DecisionInput,
): Outcome<SpendProposal> {
  const made: Decision = proposal.status === "denied" ? "deny" : "approve";
  const paid = amountToPay(proposal);
  const isLess = made === "approve" && approvedAmount !== null && approvedAmount < paid;
  if (decision === made && !isLess) return unchanged(proposal);
  if (isExpired(proposal)) {
    throw expiryError(proposal);
  }
  const by =
    proposal.operator ??
    (proposal.autoApproved || proposal.verdict === "blocked" ? "policy" : "an operator");
  throw new TreasuryError(
    "already_decided",
    `The proposal was ${made === "deny" ? "denied" : "approved"} by ${by}${isLess ? ` for ${Micros.formatUsd(paid)}` : ""} and is ${proposal.status}.`,
  );
}
