import { type Key, Micros } from "@agent-treasury/provider";
import { charge, hold, release, settle } from "@agent-treasury/rules";
import type { LedgerHead, LedgerState } from "../../ledger/ledger-state.ts";
import { allocationCounterKey } from "../allocations/allocations-doc.ts";
import { moveAllocations, usageKeys } from "../allocations/move-allocations.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { counterDocKey } from "./counter-doc.ts";
import type { Judgement } from "./judge-spend.ts";
import { type JudgementRecord, judgementKey, judgementOf } from "./judgement-doc.ts";
import { type Move, type MovedCounter, moveUsage, type UsageStep } from "./move-usage.ts";

/** Returns what a spend is charged to, for its later settlement. */
export function chargesOf(
  { charges, chain }: Judgement,
  { autoApproved }: SpendProposal,
): Pick<JudgementRecord, "charges" | "allocations"> {
  const counted = charges.filter(({ automaticOnly }) => !automaticOnly || autoApproved);
  return {
    charges: counted.map(({ key, payee }) => ({ ...key, payee })),
    allocations: chain.map((allocation) => allocationCounterKey(allocation).id),
  };
}

export function isCharged({ charges, chain }: Judgement): boolean {
  return charges.length > 0 || chain.length > 0;
}

/** Counts a spend that the ledger executes. */
export function chargeUsage(
  ledger: LedgerState,
  head: LedgerHead,
  judgement: Judgement,
  spend: SpendProposal,
  { clock }: SpendingPolicy,
  now: number,
): UsageStep {
  const { amount } = spend;
  const move: Move = (counter, limit, payee) =>
    limit === null ? counter : charge(counter, limit, clock, now, { amount, payee });
  return moveAll(ledger, head, judgement, chargesOf(judgement, spend), move, clock, now);
}

/** Counts a spend whose amount is held. */
export function holdUsage(
  ledger: LedgerState,
  head: LedgerHead,
  judgement: Judgement,
  spend: SpendProposal,
  { clock }: SpendingPolicy,
  now: number,
): UsageStep {
  const { amount } = spend;
  const move: Move = (counter, limit, payee) =>
    limit === null ? counter : hold(counter, limit, clock, now, { amount, payee });
  return moveAll(ledger, head, judgement, chargesOf(judgement, spend), move, clock, now);
}

/** Requests what `settleUsage` and `releaseUsage` change. */
export function requestUsage(
  ledger: LedgerState,
  spend: SpendProposal,
  policy: SpendingPolicy,
): void {
  if (!spend.ruling.isCharged) return;
  const rules = policy.ruleSets.of(ledger);
  ledger.request([judgementKey(spend.id)]);
  const { charges, allocations } = judgementOf(ledger, spend.id);
  const docs: Key[] = charges
    .filter(({ counter }) => !isInHead(ledger, rules, counter))
    .map(counterDocKey);
  ledger.request([...docs, ...usageKeys(allocations)]);
}

export interface Settlement {
  readonly captured: Micros;
  /** False for further captures of one spend. */
  readonly isFirst: boolean;
}

/** Counts captured money in the window of its settlement. Requires `requestUsage`. */
export function settleUsage(
  ledger: LedgerState,
  head: LedgerHead,
  spend: SpendProposal,
  { captured, isFirst }: Settlement,
  policy: SpendingPolicy,
  now: number,
): UsageStep {
  const held = spend.hold === null ? Micros.zero : spend.amount;
  const { clock } = policy;
  return moveStored(ledger, head, spend, policy, now, (counter, limit, payee) => {
    if (limit === null) {
      const isReleased = spend.hold !== null && isFirst;
      return isReleased ? release(counter, { held, payee }) : counter;
    }
    // Its hold was released before, so that it counts as another spend.
    if (spend.hold === null && isFirst) {
      return charge(counter, limit, clock, now, { amount: captured, payee });
    }
    return settle(counter, limit, clock, now, { held, captured, payee, isFirst });
  });
}

/** Requires `requestUsage`. */
export function releaseUsage(
  ledger: LedgerState,
  head: LedgerHead,
  spend: SpendProposal,
  policy: SpendingPolicy,
  now: number,
): UsageStep {
  return moveStored(ledger, head, spend, policy, now, (counter, _limit, payee) =>
    release(counter, { held: spend.amount, payee }),
  );
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
  const record = judgementOf(ledger, spend.id);
  const rules = policy.ruleSets.of(ledger);
  const moved: readonly MovedCounter[] = record.charges.map((one) => ({
    ...one,
    limit: rules.counters.get(one.counter)?.limit ?? null,
    inHead: isInHead(ledger, rules, one.counter),
  }));
  const step = moveUsage(ledger, head, moved, move, policy.clock, now);
  const docs = moveAllocations(ledger, record.allocations, move, policy.clock, now);
  return { head: step.head, put: [...step.put, ...docs] };
}

function moveAll(
  ledger: LedgerState,
  head: LedgerHead,
  { charges }: Judgement,
  counted: Pick<JudgementRecord, "charges" | "allocations">,
  move: Move,
  clock: SpendingPolicy["clock"],
  now: number,
): UsageStep {
  const limits = new Map(charges.map((one) => [one.key.counter, one]));
  const moved = counted.charges.map((one): MovedCounter => {
    const { limit = null, inHead = false } = limits.get(one.counter) ?? {};
    return { ...one, limit, inHead };
  });
  const step = moveUsage(ledger, head, moved, move, clock, now);
  const docs = moveAllocations(ledger, counted.allocations, move, clock, now);
  return { head: step.head, put: [...step.put, ...docs] };
}

/** A removed rule's counter may remain in the head. */
function isInHead({ head }: LedgerState, rules: Judgement["rules"], counter: string): boolean {
  return rules.counters.get(counter)?.inHead ?? head.account.rules.counters.has(counter);
}
