import { type Key, Micros } from "@agent-treasury/provider";
import {
  charge,
  countedCharges,
  countMove,
  emptyCounter,
  evaluate,
  hold,
  isRetainedInHead,
  type Move,
  releaseMove,
  releaseRestMove,
  type RuleMemory,
  type Settlement,
  settleMove,
  type StoredCharge,
  storedCharges,
} from "@agent-treasury/rules";
import type { LedgerHead, LedgerState } from "../../ledger/ledger-state.ts";
import { allocationIdOf } from "../allocations/allocations-doc.ts";
import { movedAllocation, moveAllocations, usageKeys } from "../allocations/move-allocations.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { amountHeld, amountToPay, type SpendProposal } from "../proposals/proposal.ts";
import { countStanding, moveStanding, standingRecord } from "../standing/move-standing.ts";
import { standingKind } from "../standing/standing-doc.ts";
import { factsOf, type Judgement, spendOf } from "./judge-spend.ts";
import { judgementOf, requestJudgement } from "./judgement-doc.ts";
import type { JudgementRecord } from "./judgement-record.ts";
import { type MovedCounter, moveUsage, type UsageStep } from "./move-usage.ts";
import { counterFrom, type GroupUsage, usageKey, usageKind, usageOf } from "./usage-doc.ts";

type Charged = Pick<JudgementRecord, "charges" | "isNewPayee" | "allocations" | "standing">;

/** Returns what a charged spend stores for its later settlement. */
export function chargesOf(
  { charges, isNewPayee, chain, standingUsed, facts }: Judgement,
  spend: SpendProposal,
): Charged {
  const standing = standingRecord(standingUsed, facts);
  const isSettled = spend.hold === null;
  return {
    charges: isSettled ? [] : storedCharges(charges, spend.autoApproved),
    ...(isSettled && isNewPayee && { isNewPayee }),
    allocations: chain.map(({ key }) => key.id),
    ...(standing && { standing }),
  };
}

export function isCharged({ charges, chain, standingUsed }: Judgement): boolean {
  return charges.length > 0 || chain.length > 0 || standingUsed.length > 0;
}

/** Counts a spend that the ledger executes, or whose amount is held. */
export function countUsage(
  ledger: LedgerState,
  head: LedgerHead,
  { charges, chain, usage, standingUsed, facts }: Judgement,
  spend: SpendProposal,
  { clock }: SpendingPolicy,
  now: number,
): UsageStep {
  const move = countMove(spend.hold === null ? charge : hold, amountToPay(spend), clock, now);
  const counted = countedCharges(charges, spend.autoApproved);
  const step = moveUsage(head, (id) => usage.get(id) ?? new Map(), counted, move, clock, now);
  const docs = moveAllocations(head, chain, move, clock, now);
  const standing = countStanding(ledger, standingRecord(standingUsed, facts), move, now);
  return { head: step.head, put: [...step.put, ...docs, ...standing] };
}

/** Requests what `settleUsage` and `releaseUsage` change. */
export function requestUsage(
  ledger: LedgerState,
  spend: SpendProposal,
  policy: SpendingPolicy,
): void {
  if (!spend.ruling.isCharged) return;
  const { counters } = policy.ruleSets.of(ledger);
  const { rules } = ledger.head.account;
  requestJudgement(ledger, spend);
  const { charges, allocations, standing } = chargedTo(ledger, spend, policy);
  const docs: Key[] = charges
    .filter(({ counter }) => !isRetainedInHead(rules, counters, counter))
    .map(usageKey);
  const approvals = standing === undefined ? [] : [{ kind: standingKind, id: standing[0] }];
  ledger.request([...docs, ...usageKeys(allocations), ...approvals]);
}

/**
 * Counts captured money in the window of its settlement. Requires `requestUsage`.
 *
 * @param ended the part of the hold that ends; null without a hold.
 */
export function settleUsage(
  ledger: LedgerState,
  head: LedgerHead,
  spend: SpendProposal,
  ended: Micros | null,
  settlement: Settlement,
  policy: SpendingPolicy,
  now: number,
): UsageStep {
  const move = settleMove(ended, settlement, policy.clock, now);
  return moveStored(ledger, head, spend, policy, now, move);
}

/** Requires `requestUsage`. */
export function releaseUsage(
  ledger: LedgerState,
  head: LedgerHead,
  spend: SpendProposal,
  policy: SpendingPolicy,
  now: number,
): UsageStep {
  const held = amountHeld(spend);
  const move = spend.captured === Micros.zero ? releaseMove(held) : releaseRestMove(held);
  return moveStored(ledger, head, spend, policy, now, move);
}

/** A payment of an earlier epoch counts as another spend, because a reset ended its usage. */
function moveStored(
  ledger: LedgerState,
  head: LedgerHead,
  spend: SpendProposal,
  policy: SpendingPolicy,
  now: number,
  move: Move,
): UsageStep {
  if (!spend.ruling.isCharged) return { head, put: [] };
  const { charges, allocations, standing } = chargedTo(ledger, spend, policy);
  const { counters } = policy.ruleSets.of(ledger);
  const moved = charges.map(({ payee, ...key }): MovedCounter => {
    const { limit = null } = counters.get(key.counter) ?? {};
    const inHead = isRetainedInHead(ledger.head.account.rules, counters, key.counter);
    const known = head.account.rules.counters.get(key.counter) ?? emptyCounter;
    const counter = inHead ? known : counterFrom(ledger, key);
    return { key, limit, inHead, counter, payee };
  });
  const { epoch } = ledger.head;
  const usageBefore = (id: string): GroupUsage =>
    usageOf(ledger.doc({ kind: usageKind, id }), epoch);
  const step = moveUsage(head, usageBefore, moved, move, policy.clock, now);
  const chain = allocations.map((id) => movedAllocation(ledger, id));
  const docs = moveAllocations(head, chain, move, policy.clock, now);
  const approvals = moveStanding(ledger, standing, move);
  return { head: step.head, put: [...step.put, ...docs, ...approvals] };
}

/** Returns what a spend is charged to. Requires `requestJudgement`. */
function chargedTo(ledger: LedgerState, spend: SpendProposal, policy: SpendingPolicy): Charged {
  const record = judgementOf(ledger, spend);
  // An executor may report a payment of a spend that the ledger executed.
  const isStored = spend.ruling.judgement === null || record.charges.length > 0;
  return isStored ? record : { ...record, charges: chargedAgain(ledger, spend, record, policy) };
}

/** Evaluates the rules that judged a spend on what they read then. */
function chargedAgain(
  ledger: LedgerState,
  spend: SpendProposal,
  { at, isNewPayee, allocations }: JudgementRecord,
  { ruleSets, clock }: SpendingPolicy,
): readonly StoredCharge[] {
  const rules = ruleSets.named(ledger, spend.ruling.rules);
  const facts = factsOf(spendOf(spend), allocations.map(allocationIdOf), "ledger", at);
  const memory: RuleMemory = {
    counter: () => emptyCounter,
    knownSince: () => (isNewPayee ? null : at),
    lastProposed: () => null,
    available: Micros.zero,
  };
  const { charges } = evaluate(rules, facts, memory, clock, "execution");
  return storedCharges(charges, spend.autoApproved);
}
