import { Micros } from "@agent-treasury/provider";
import { progressOf } from "../approvals/progress.ts";
import { mayAutoApprove } from "../evaluate/auto-approval.ts";
import { refusalBy } from "../evaluate/refusal.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { carryOut, carryOutInFact, move } from "./carry-out.ts";
import { eventsOf, type ReplayEvent } from "./events.ts";
import { comparedKey, explanationOf, judgePast, type PastJudgement } from "./judge-past.ts";
import { outcomeThen, type ReplayOutcome, type UnknownReason } from "./outcome.ts";
import type { PastEvaluation, PastPublication, PastSpend } from "./past-spend.ts";
import {
  advance,
  explainBy,
  type Explanation,
  openState,
  type ReplayState,
  type SpendState,
  type Waiting,
} from "./replay-state.ts";
import { publishIn } from "./rule-usage.ts";

export interface ReplayTerms {
  /** The rules to replay, or those before the first publication. */
  readonly ruleSet: RuleSet;
  /** Publications at which other rules begin. Empty to replay one set. */
  readonly publications: readonly PastPublication[];
  readonly clock: LocalClock;
  readonly waiting: Waiting;
}

/** A spend under the rules that were replayed. */
export interface ReplayedSpend {
  readonly before: ReplayOutcome;
  /** `before` if it cannot be known. */
  readonly after: ReplayOutcome;
  /** Null if `after` is known. */
  readonly reason: UnknownReason | null;
  /** The decisive rule or limit of a changed spend. */
  readonly finding: Explanation | null;
}

/**
 * Evaluates past spends under other rules, in the order of their commits. Evaluations, counters and
 * windows are those of the commit. A spend whose outcome cannot be known is assumed to have had its
 * past outcome, so that it does not change what follows.
 *
 * @param spends in any order.
 * @returns a result for each spend, in the order of `spends`. Yields the share that is done after each event, so that
 *   the caller can pause after any time.
 */
export function* replay(
  spends: readonly PastSpend[],
  { ruleSet, publications, clock, waiting }: ReplayTerms,
): Generator<number, readonly ReplayedSpend[], undefined> {
  const state = openState(ruleSet, spends, clock, waiting);
  const events = eventsOf(spends, publications);
  for (const [index, event] of events.entries()) {
    apply(state, event);
    yield index / events.length;
  }
  return spends.map((spend, index) => resultOf(spend, state.spends[index]));
}

function resultOf(spend: PastSpend, own: SpendState | undefined): ReplayedSpend {
  const before = outcomeThen(spend);
  if (own === undefined || own.outcome === null) throw new Error("A spend was not replayed.");
  // A person's denial stands where the spend still needs approval.
  const isDeclined = own.outcome === "waits" && before === "declined";
  const after = isDeclined || own.reason !== null ? before : own.outcome;
  return {
    before,
    after,
    reason: own.reason,
    finding: after === before ? null : (own.explain?.() ?? null),
  };
}

function apply(state: ReplayState, event: ReplayEvent): void {
  if (event.kind === "published") {
    publishIn(state.usage, event.publication.ruleSet);
    return;
  }
  const { spend, index } = event;
  const own = state.spends[index];
  if (own === undefined) return;
  const moment =
    event.kind === "proposed"
      ? spend.proposed
      : event.kind === "approved"
        ? event.approved
        : event.movement;
  const epoch = "epoch" in moment ? moment.epoch : spend.epoch;
  advance(state, epoch, moment.at);
  if (event.kind === "proposed") propose(state, spend, own);
  else if (event.kind === "approved") approve(state, spend, own, event.approved);
  else move(state, spend, own, event.movement);
  state.latest = Math.max(state.latest, moment.at);
}

function propose(state: ReplayState, spend: PastSpend, own: SpendState): void {
  const { proposed, amount } = spend;
  const judgement = judgePast(state, spend, proposed, "proposal");
  const { evaluation, isCompared, difference } = judgement;
  own.requirements = evaluation.requirements;
  const verdict = verdictOf(spend, judgement);
  const isAutomatic =
    verdict === "safe" &&
    mayAutoApprove(evaluation, proposed.isSmall) &&
    amount <= Micros.add(proposed.automaticLeft, difference.automatic);
  const isPossible = isAutomatic && isUnhindered(proposed, evaluation);
  const stage = verdict === "blocked" ? "denied" : isPossible ? "automatic" : "waits";
  const before = stageThen(spend);
  const reason =
    isAutomatic && proposed.obstacle === "judge"
      ? "judge"
      : reasonAt(state, spend, proposed, judgement, stage, before);
  own.reason = reason;
  const after = reason === null ? stage : before;
  if (stage !== before && reason === null) {
    explainBy(state, own, explanationOf(judgement, proposed.allocated));
  }
  if (isCompared && after !== "denied") compare(state, spend);
  const isPast = spend.decision.kind === "approved" && spend.decision.isAutomatic;
  if (isPast) carryOutInFact(state, spend, own, proposed);
  if (after === "automatic") {
    const { usage } = state;
    const refused = reason === null ? refusalBy(evaluation, usage.groups, proposed.at) : null;
    if (refused !== null) explainBy(state, own, () => refused);
    own.outcome = reason !== null ? outcomeThen(spend) : refused === null ? after : "failed";
    if (own.outcome === after) carryOut(state, spend, own, proposed, evaluation.charges);
    return;
  }
  own.outcome = after;
  // No approval was requested in fact, so no person can have decided.
  const isNew = after === "waits" && before !== "waits";
  if (isNew && state.waiting === "approved") approve(state, spend, own, proposed, true);
}

/**
 * Content that the agent had read needs a person, unless a rule approves the spend. An unknown payee
 * does, unless a rule allows it.
 */
function isUnhindered(
  { obstacle, isUnknownPayee }: PastSpend["proposed"],
  { approvedBy, isPayeeAllowed }: PastJudgement["evaluation"],
): boolean {
  if (isUnknownPayee && !isPayeeAllowed) return false;
  return obstacle === null || (obstacle === "content" && approvedBy !== null);
}

type Stage = "denied" | "automatic" | "waits";

function stageThen({ decision }: PastSpend): Stage {
  if (decision.kind === "denied") return "denied";
  return decision.kind === "approved" && decision.isAutomatic ? "automatic" : "waits";
}

/** The strictest verdict of screening, limits, allocations and rules. */
function verdictOf(
  { proposed: { screened, allocated } }: PastSpend,
  { evaluation, limit }: PastJudgement,
): PastSpend["proposed"]["screened"] {
  const isBlocked =
    screened === "blocked" ||
    limit === "max-spend-per-action" ||
    allocated === "denied" ||
    evaluation.denied !== null;
  if (isBlocked) return "blocked";
  const needsReview =
    screened === "review" ||
    limit !== null ||
    allocated === "limit" ||
    evaluation.limits.length > 0;
  return needsReview ? "review" : "safe";
}

const freedom = { denied: 0, failed: 0, waits: 1, approved: 2, automatic: 2 } as const;

/** Returns why a verdict is not certain; null if it is. */
function reasonAt(
  state: ReplayState,
  spend: PastSpend,
  past: PastEvaluation,
  judgement: PastJudgement,
  after: keyof typeof freedom,
  before: keyof typeof freedom,
): UnknownReason | null {
  if (judgement.isAllocationUncertain) return "allocation";
  if (after === before) return null;
  if (!spend.hasNames && state.usage.readsNames) return "vendor";
  const isUnrecorded = past.observed === null;
  if (isUnrecorded && (freedom[after] > freedom[before] || judgement.usesBalance)) return "facts";
  return past.at < state.latest ? "clock" : null;
}

function compare({ usage }: ReplayState, { payee, amount, proposed }: PastSpend): void {
  const key = comparedKey(payee, amount);
  usage.proposed.set(key, Math.max(proposed.at, usage.proposed.get(key) ?? 0));
}

/** @param isAssumed whether all approvals are assumed, although no person was asked. */
function approve(
  state: ReplayState,
  spend: PastSpend,
  own: SpendState,
  past: PastEvaluation,
  isAssumed = false,
): void {
  const { decision, approvals, proposer } = spend;
  const isPast = decision.kind === "approved" && !decision.isAutomatic;
  const before: ReplayOutcome = isPast ? outcomeThen(spend) : "waits";
  const isNow = own.outcome === "waits";
  if (isNow) {
    const judgement = judgePast(state, spend, past, "execution");
    const { evaluation } = judgement;
    const required = [...own.requirements, ...evaluation.requirements];
    const known = approvals.map(({ person, groups }) => ({ person, groups: groups ?? [] }));
    const isComplete = progressOf(required, known, proposer).isComplete;
    const isUnrecorded = approvals.some(({ groups }) => groups === null);
    const isGiven = isAssumed || isComplete || (isPast && state.waiting === "approved");
    const refusal = isGiven ? refusalOf(state, past, judgement) : null;
    const after = !isGiven ? "waits" : refusal === null ? "approved" : "failed";
    if (!isAssumed) {
      own.reason ??=
        isPast && !isComplete && isUnrecorded
          ? "approvers"
          : reasonAt(state, spend, past, judgement, after, before as keyof typeof freedom);
    }
    own.outcome = own.reason === null ? after : before;
    if (own.outcome !== before) {
      explainBy(state, own, refusal ?? explanationOf(judgement, "pass"));
    }
    if (own.outcome === "approved") carryOut(state, spend, own, past, evaluation.charges);
  }
  if (isPast) carryOutInFact(state, spend, own, past);
}

/** Explains why the commit that pays an approved spend would fail it; null if it would not. */
function refusalOf(
  { usage }: ReplayState,
  past: PastEvaluation,
  judgement: PastJudgement,
): (() => Explanation) | null {
  if (judgement.limit !== null || past.allocated !== "pass") {
    return explanationOf(judgement, past.allocated);
  }
  const refusal = refusalBy(judgement.evaluation, usage.groups, past.at);
  return refusal && (() => refusal);
}
