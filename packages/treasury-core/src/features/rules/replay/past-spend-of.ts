import { Micros } from "@agent-treasury/provider";
import {
  earlierName,
  type Movement,
  type PastApproval,
  type PastDecision,
  type PastEvaluation,
  type PastProposal,
  type PastSpend,
} from "@agent-treasury/rules";
import { isSummary } from "../../../kernel/approvals/approval-summary.ts";
import { personsBehind } from "../../../kernel/ledger/person.ts";
import { payeeIdOf } from "../../../kernel/payees/payee-identity.ts";
import { erasedText } from "../../../kernel/proposals/erased-marker.ts";
import type { EvaluationFacts } from "../../../kernel/proposals/proposal-facts.ts";
import { isExpired } from "../../../kernel/proposals/proposal-record.ts";
import { amountToPay, type SpendProposal } from "../../../kernel/proposals/proposal.ts";
import type { KnownNames } from "./known-names.ts";

/** Records of earlier versions do not contain how much remained. */
const sufficient = Micros.of(10n ** 18n);

/** Returns the facts of a proposal, from its record or, for earlier versions, as far as derivable. */
export function pastSpendOf(proposal: SpendProposal, names: KnownNames): PastSpend {
  const { id, epoch, ordinal, amount, vendor, category, agentId, behind, facts, quote } = proposal;
  const isErased = vendor === erasedText;
  if (!isErased) names.see("payee", payeeIdOf(proposal));
  if (category !== null) names.see("category", earlierName(category));
  return {
    id,
    epoch,
    ordinal: Number(ordinal),
    amount,
    approvedAmount: amountToPay(proposal),
    // A stand-in, until all names are known.
    payee: isErased ? (facts.payee ?? id) : payeeIdOf(proposal),
    ...(quote !== null && { isPayeeProven: true }),
    vendor: isErased ? "" : earlierName(vendor),
    name: isErased ? null : vendor,
    hasNames: !isErased || facts.payee !== undefined,
    category: category === null ? (facts.category ?? null) : earlierName(category),
    agentId,
    proposer: personsBehind(behind),
    proposed: proposedOf(proposal),
    decision: decisionOf(proposal),
    approvals: approvalsOf(proposal),
    approved: approvedOf(proposal),
    movements: movementsOf(proposal),
  };
}

/** Replaces hashes of erased names by the names, if they are known from elsewhere. */
export function named(spend: PastSpend, names: KnownNames): PastSpend {
  if (spend.name !== null) return spend;
  const payee = names.nameOf(spend.payee);
  const category = spend.category && names.nameOf(spend.category);
  return { ...spend, payee, vendor: payee.replace(/^name:/, ""), category };
}

function proposedOf({
  createdAt,
  verdict,
  autoApproved,
  facts,
  ...rest
}: SpendProposal): PastProposal {
  const { proposed } = facts;
  return {
    ...evaluationOf(rest, proposed, createdAt),
    screened: proposed?.screened ?? verdict,
    isSmall: proposed === undefined ? autoApproved : (proposed.small ?? false),
    automaticLeft: proposed === undefined ? sufficient : Micros.of(proposed.automatic),
    obstacle: proposed?.obstacle ?? null,
    isUnknownPayee: proposed?.payee?.unknown ?? false,
  };
}

/** @param facts undefined for a record of an earlier version. */
function evaluationOf(
  { ruling: { allocationId }, hold }: Pick<SpendProposal, "ruling" | "hold">,
  facts: EvaluationFacts | undefined,
  at: number,
): PastEvaluation {
  return {
    at,
    order: facts?.order ?? null,
    rail: (facts === undefined ? hold?.executor : facts.rail) ?? "ledger",
    allocations: facts?.chain ?? (allocationId === null ? [] : [allocationId]),
    allocated: facts?.allocated ?? "pass",
    observed: facts === undefined ? null : observedIn(facts),
  };
}

function observedIn({ room, over }: EvaluationFacts): PastEvaluation["observed"] {
  const [available, dayLeft, reserve] = room.map(Micros.of) as [Micros, Micros, Micros];
  return { available, dayLeft, reserve, isOverMaximum: over ?? false };
}

function decisionOf(proposal: SpendProposal): PastDecision {
  const { status, verdict, autoApproved, facts, hold, captured } = proposal;
  if (status === "pending") return { kind: "none" };
  if (status === "denied") {
    if (verdict === "blocked") return { kind: "denied" };
    return facts.withdrawn || isExpired(proposal) ? { kind: "none" } : { kind: "declined" };
  }
  const isEarlier = facts.proposed === undefined;
  const isRefused = facts.refused ?? (isEarlier && status === "failed" && captured === Micros.zero);
  // A spend that was in flight during the update was captured or released afterwards.
  const wasInFlight = hold !== null || facts.captures !== undefined || facts.released !== undefined;
  const isHeld = facts.held ?? (isEarlier && wasInFlight);
  return { kind: "approved", isAutomatic: autoApproved, isRefused, isHeld };
}

function approvalsOf(proposal: SpendProposal): readonly PastApproval[] {
  const { ruling, behind, facts, autoApproved, status } = proposal;
  const approvals = isSummary(ruling.approvals) ? [] : ruling.approvals;
  const isApproved = status !== "pending" && status !== "denied" && !autoApproved;
  if (approvals.length === 0 && isApproved) return [{ person: null, groups: null }];
  return approvals.map(({ id, groups }, index) => {
    if (facts.issuerApproval === index) return { person: behind?.issuedBy ?? null, groups };
    // Each record is another person.
    const other = facts.ownApproval === index ? (behind?.id ?? null) : `${erasedText} ${index}`;
    return { person: id === erasedText ? other : id, groups };
  });
}

function approvedOf(proposal: SpendProposal): PastEvaluation | null {
  const { facts, status, autoApproved, decidedAt } = proposal;
  const isApproved = status !== "pending" && status !== "denied" && !autoApproved;
  const at = facts.approved?.at ?? (isApproved ? decidedAt : null);
  return at === null ? null : evaluationOf(proposal, facts.approved, at);
}

function movementsOf({ facts }: SpendProposal): readonly Movement[] {
  const captures = (facts.captures ?? []).map(
    ([version, position, at, amount, captureEpoch]): Movement => ({
      kind: "captured",
      order: [version, position],
      at,
      amount: Micros.of(amount),
      epoch: captureEpoch,
    }),
  );
  if (facts.released === undefined) return captures;
  const [version, position, at] = facts.released;
  return [{ kind: "released", order: [version, position], at }, ...captures];
}
