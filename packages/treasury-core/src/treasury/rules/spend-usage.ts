import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import {
  chargeMove,
  countedCharges,
  emptyCounter,
  evaluate,
  holdMove,
  isRetainedInHead,
  type Move,
  releaseMove,
  releaseRestMove,
  type RuleMemory,
  type Settlement,
  settleMove,
  sharedGroupsOf,
  type StoredCharge,
  storedCharges,
} from "@agent-treasury/rules";
import type { LedgerHead, LedgerState } from "../../ledger/ledger-state.ts";
import { withTallies } from "../../ledger/rule-state.ts";
import type { DocTally } from "../../ledger/usage-tallies.ts";
import { allocationIdOf } from "../allocations/allocations-doc.ts";
import { counterDocWith } from "../allocations/counter-doc.ts";
import { movedAllocation, moveAllocations, usageKeys } from "../allocations/move-allocations.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { amountHeld, amountToPay, type SpendProposal } from "../proposals/proposal.ts";
import { countStanding, moveStanding, standingRecord } from "../standing/move-standing.ts";
import { standingKind } from "../standing/standing-doc.ts";
import { factsOf, type Judgement, spendOf } from "./judge-spend.ts";
import { judgementOf, requestJudgement } from "./judgement-doc.ts";
import type { JudgementRecord } from "./judgement-record.ts";
import { moveUsage, type UsageBefore } from "./move-usage.ts";
import { usageDocWith, usageKey, usageKind, usageOf } from "./usage-doc.ts";
import type { MovedCounter, UsageStep } from "./usage-move.ts";
import { sharedKeysIn } from "./usage-parts.ts";

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
  { charges, chain, usage, excess, standingUsed, facts }: Judgement,
  spend: SpendProposal,
  { clock }: SpendingPolicy,
  now: number,
): UsageStep {
  const moveOf = spend.hold === null ? chargeMove : holdMove;
  const at = { move: moveOf(amountToPay(spend), clock, now), clock, now };
  const counted = countedCharges(charges, spend.autoApproved);
  const before = (id: string): UsageBefore => usage.get(id) ?? usageIn(ledger, id);
  const written = writeExcess(ledger, head, excess);
  const ruled = moveUsage(written.head, before, counted, at);
  const allocated = moveAllocations(ruled.head, chain, at);
  const standing = countStanding(ledger, standingRecord(standingUsed, facts), at.move, now);
  const put = [...written.put, ...ruled.put, ...allocated.put, ...standing];
  return { head: allocated.head, put };
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
  requestShared(ledger, docs, sharedIdsOf(ledger, charges, spend, policy));
}

/** Requests the shared groups that the settlement of a small vendor may move. */
function requestShared(
  ledger: LedgerState,
  docs: readonly Key[],
  own: readonly (string | null)[],
): void {
  const { epoch } = ledger.head;
  const counted = docs.flatMap((key) => sharedKeysIn(usageOf(ledger.doc(key), epoch)));
  const ids = own.filter((id) => id !== null);
  const keys = [...counted, ...ids.map((id) => ({ kind: usageKind, id }))];
  if (keys.length > 0) ledger.request(keys);
}

function sharedIdsOf(
  ledger: LedgerState,
  charges: readonly StoredCharge[],
  { agentId }: SpendProposal,
  { ruleSets }: SpendingPolicy,
): readonly (string | null)[] {
  return sharedGroupsOf(charges, agentId, ruleSets.of(ledger).hash);
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
  const { rules } = ledger.head.account;
  const shared = sharedIdsOf(ledger, charges, spend, policy);
  const moved = charges.map(({ payee, ...key }, index): MovedCounter => {
    const { limit = null } = counters.get(key.counter) ?? {};
    const inHead = isRetainedInHead(rules, counters, key.counter);
    return { key, limit, inHead, payee, shared: shared[index] ?? null };
  });
  const at = { move, clock: policy.clock, now };
  const ruled = moveUsage(head, (id) => usageIn(ledger, id), moved, at);
  const chain = allocations.map((id) => movedAllocation(ledger, id));
  const allocated = moveAllocations(ruled.head, chain, at);
  const approvals = moveStanding(ledger, standing, move);
  return { head: allocated.head, put: [...ruled.put, ...allocated.put, ...approvals] };
}

function usageIn(ledger: LedgerState, id: string): UsageBefore {
  const key = { kind: usageKind, id };
  return { key, counters: usageOf(ledger.doc(key), ledger.head.epoch) };
}

/** Writes tallies into their documents, which `judgeSpend` requested. */
function writeExcess(
  ledger: LedgerState,
  head: LedgerHead,
  excess: readonly DocTally[],
): UsageStep {
  let { tallies } = head.account.rules;
  const put: Doc[] = [];
  for (const tally of excess) {
    tallies = tallies.remove(tally.key);
    const doc = ledger.doc(tally.key);
    // An expired document counts in no window.
    if (doc === undefined || doc.epoch !== head.epoch) continue;
    put.push(doc.kind === usageKind ? usageDocWith(doc, tally) : counterDocWith(doc, tally));
  }
  return { head: withTallies(head, tallies), put };
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
