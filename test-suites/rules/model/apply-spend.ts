import { autoApproveUnder, type RuleStep } from "../histories/rule-history.ts";
import { isApproved, mayApprove } from "./approvals.ts";
import type { ModelFacts } from "./conditions.ts";
import type { Fact } from "./fact.ts";
import { judge, type ModelJudgement, type RollingUsage } from "./judge.ts";
import {
  availableIn,
  chainIn,
  type ModelProposal,
  type ModelState,
  payable,
  replaced,
  withFacts,
} from "./model-state.ts";

export interface Applied {
  readonly state: ModelState;
  /** What the caller receives. */
  readonly answer: string;
}

export function lessText(approvedAmount: bigint | null): string {
  return approvedAmount === null ? "" : ` for ${approvedAmount}`;
}

export function answerOf(proposal: ModelProposal): string {
  const { status, verdict, isAutomatic, reasonBy, failureBy, named } = proposal;
  const less = lessText(named.length === 0 ? null : payable(proposal));
  const isOver = status === "denied" || status === "failed";
  const by = isOver && failureBy !== undefined ? failureBy : reasonBy;
  return `${status} ${verdict}${isAutomatic ? " automatic" : ""}${less}${by === null ? "" : ` by ${by}`}`;
}

export function applyProposal(
  state: ModelState,
  { kind: _kind, id, ...spend }: Extract<RuleStep, { kind: "propose" }>,
  now: number,
  rolling: RollingUsage,
): Applied {
  const known = state.proposals.find((one) => one.id === id);
  if (known !== undefined) return { state, answer: answerOf(known) };
  const facts = factsOf(state, { ...spend, named: [] });
  if (spend.allocationId !== null && facts.chain.length === 0) {
    return { state, answer: "allocation_not_found" };
  }
  const judgement = judgeIn(state, facts, now, "proposal", rolling);
  const { denied, limits, requirements } = judgement;
  const isShort = availableIn(state) < spend.amount;
  const isReviewed = spend.isReviewed || isShort;
  const verdict = denied !== null ? "blocked" : isReviewed || limits.length > 0 ? "review" : "safe";
  const drafted: ModelProposal = {
    ...spend,
    id,
    epoch: state.epoch,
    status: "pending",
    verdict,
    isAutomatic: false,
    reasonBy: denied ?? (isReviewed ? null : (limits[0] ?? null)),
    failureBy: denied ?? undefined,
    requirements,
    approvers: [],
    named: [],
    expiresAt: state.proposalLifetimeMs === null ? null : now + state.proposalLifetimeMs,
    isExpired: false,
    isHeldNow: false,
    captured: 0n,
    charges: [],
  };
  const step = decideByPolicy(state, drafted, judgement, now);
  const isCompared = judgement.isCompared && step.proposal.status !== "denied";
  const compared = {
    kind: "compared",
    payee: facts.vendor,
    amount: facts.amount,
    at: now,
  } as const;
  const next = withFacts(state, ...step.facts, ...(isCompared ? [compared] : []));
  return { state: replaced(next, step.proposal), answer: answerOf(step.proposal) };
}

interface SpendStep {
  readonly proposal: ModelProposal;
  readonly facts: readonly Fact[];
}

function decideByPolicy(
  state: ModelState,
  drafted: ModelProposal,
  judgement: ModelJudgement,
  now: number,
): SpendStep {
  if (drafted.verdict === "blocked") {
    return { proposal: { ...drafted, status: "denied", expiresAt: null }, facts: [] };
  }
  const { requirements, isDuplicate, isBeyondAutomatic, isApprovedByRule } = judgement;
  const isAutomatic =
    drafted.verdict === "safe" &&
    (drafted.amount < autoApproveUnder || isApprovedByRule) &&
    requirements.length === 0 &&
    !isDuplicate &&
    !isBeyondAutomatic;
  if (!isAutomatic) return { proposal: drafted, facts: [] };
  return carryOut(state, { ...drafted, isAutomatic, expiresAt: null }, judgement, now);
}

export function applyDecision(
  state: ModelState,
  step: Extract<RuleStep, { kind: "decide" }>,
  now: number,
  rolling: RollingUsage,
): Applied {
  const proposal = state.proposals.find(({ id }) => id === step.id);
  if (proposal === undefined || proposal.epoch !== state.epoch) {
    return { state, answer: "proposal_not_found" };
  }
  if (proposal.status !== "pending") {
    const made = proposal.status === "denied" ? "deny" : "approve";
    const { approvedAmount } = step;
    const isLess =
      made === "approve" && approvedAmount !== null && approvedAmount < payable(proposal);
    if (made === step.decision && !isLess) return { state, answer: answerOf(proposal) };
    return { state, answer: proposal.isExpired ? "proposal_expired" : "already_decided" };
  }
  if (step.decision === "deny") {
    const denied: ModelProposal = { ...proposal, status: "denied", expiresAt: null };
    return { state: replaced(state, denied), answer: answerOf(denied) };
  }
  return approve(state, proposal, step, now, rolling);
}

function approve(
  state: ModelState,
  before: ModelProposal,
  { person, isHeld, approvedAmount }: Extract<RuleStep, { kind: "decide" }>,
  now: number,
  rolling: RollingUsage,
): Applied {
  if (approvedAmount !== null && approvedAmount > before.amount) {
    return { state, answer: "invalid_request" };
  }
  const isLower = approvedAmount !== null && approvedAmount < before.amount;
  const named = isLower ? [...before.named, approvedAmount] : before.named;
  const facts = factsOf(state, { ...before, isHeld, named });
  const judgement = judgeIn(state, facts, now, "execution", rolling);
  const requirements = [...before.requirements, ...judgement.requirements];
  const isKnown = before.approvers.includes(person);
  const isCounted = isKnown || mayApprove(requirements, person, before.behind);
  const approvers = isCounted ? [...new Set([...before.approvers, person])] : before.approvers;
  const proposal = { ...before, approvers, named };
  if (!isApproved(requirements, approvers, proposal.behind)) {
    if (!isCounted) return { state, answer: answerOf(before) };
    return { state: replaced(state, proposal), answer: answerOf(proposal) };
  }
  const decided = { ...proposal, isHeld, expiresAt: null };
  const step = carryOut(state, decided, judgement, now);
  return {
    state: replaced(withFacts(state, ...step.facts), step.proposal),
    answer: answerOf(step.proposal),
  };
}

/** Executes the spend or holds its amount, unless a limit does not allow it. */
function carryOut(
  state: ModelState,
  approved: ModelProposal,
  { denied, limits, charges: all }: ModelJudgement,
  now: number,
): SpendStep {
  const { id: spend, vendor } = approved;
  const amount = payable(approved);
  const failed = (by: string | null): SpendStep => ({
    proposal: { ...approved, status: "failed", failureBy: by },
    facts: [],
  });
  if (availableIn(state) < amount) return failed(null);
  const refusal = denied ?? limits[0];
  if (refusal !== undefined) return failed(refusal);
  const charges = all.filter(({ automaticOnly }) => !automaticOnly || approved.isAutomatic);
  if (approved.isHeld) {
    const held: ModelProposal = { ...approved, status: "approved", isHeldNow: true, charges };
    return { proposal: held, facts: [{ kind: "held", spend, amount, at: now, charges }] };
  }
  const executed: ModelProposal = { ...approved, status: "executed", captured: amount, charges };
  const facts: readonly Fact[] = [
    { kind: "expense", amount },
    { kind: "charged", amount, at: now, charges },
    ...paid(approved, vendor, now),
  ];
  return { proposal: executed, facts };
}

export function paid({ isAutomatic }: ModelProposal, vendor: string, at: number): readonly Fact[] {
  return isAutomatic ? [] : [{ kind: "paid", payee: vendor.toLowerCase(), at }];
}

function factsOf(
  state: ModelState,
  spend: Pick<
    ModelProposal,
    "amount" | "named" | "vendor" | "category" | "agentId" | "allocationId" | "isHeld"
  >,
): ModelFacts {
  return {
    amount: spend.amount,
    payable: payable(spend),
    vendor: spend.vendor.toLowerCase(),
    category: spend.category,
    agentId: spend.agentId,
    chain: chainIn(state, spend.allocationId),
    rail: spend.isHeld ? "stripe-issuing" : "ledger",
  };
}

function judgeIn(
  state: ModelState,
  facts: ModelFacts,
  now: number,
  moment: "proposal" | "execution",
  rolling: RollingUsage,
): ModelJudgement {
  return judge({ ...state, available: availableIn(state) }, facts, now, moment, rolling);
}
