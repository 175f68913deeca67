import { type Key, Micros } from "@agent-treasury/provider";
import {
  type Charge,
  charge,
  type CompiledRules,
  emptyCounter,
  hold,
  release,
  settle,
} from "@agent-treasury/rules";
import type { LedgerHead, LedgerState } from "../../ledger/ledger-state.ts";
import { movedAllocation, moveAllocations, usageKeys } from "../allocations/move-allocations.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { counterDocKey, counterFrom } from "./counter-doc.ts";
import type { Judgement } from "./judge-spend.ts";
import { judgementOf, requestJudgement } from "./judgement-doc.ts";
import type { JudgementRecord } from "./judgement-record.ts";
import { type Move, type MovedCounter, moveUsage, type UsageStep } from "./move-usage.ts";

/** Returns what a spend is charged to, for its later settlement. */
export function chargesOf(
  judgement: Judgement,
  spend: SpendProposal,
): Pick<JudgementRecord, "charges" | "allocations"> {
  return {
    charges: countedCharges(judgement, spend).map(({ key, payee }) => ({ ...key, payee })),
    allocations: judgement.chain.map(({ key }) => key.id),
  };
}

function countedCharges(
  { charges }: Judgement,
  { autoApproved }: SpendProposal,
): readonly Charge[] {
  return charges.filter(({ automaticOnly }) => !automaticOnly || autoApproved);
}

export function isCharged({ charges, chain }: Judgement): boolean {
  return charges.length > 0 || chain.length > 0;
}

/** Counts a spend that the ledger executes, or whose amount is held. */
export function countUsage(
  head: LedgerHead,
  judgement: Judgement,
  spend: SpendProposal,
  { clock }: SpendingPolicy,
  now: number,
): UsageStep {
  const count = spend.hold === null ? charge : hold;
  const { amount } = spend;
  const move: Move = (counter, limit, payee) =>
    limit === null ? counter : count(counter, limit, clock, now, { amount, payee });
  const step = moveUsage(head, countedCharges(judgement, spend), move, clock, now);
  const docs = moveAllocations(head, judgement.chain, move, clock, now);
  return { head: step.head, put: [...step.put, ...docs] };
}

/** Requests what `settleUsage` and `releaseUsage` change. */
export function requestUsage(
  ledger: LedgerState,
  spend: SpendProposal,
  policy: SpendingPolicy,
): void {
  if (!spend.ruling.isCharged) return;
  const { counters } = policy.ruleSets.of(ledger);
  requestJudgement(ledger, spend);
  const { charges, allocations } = judgementOf(ledger, spend);
  const docs: Key[] = charges
    .filter(({ counter }) => !isInHead(ledger, counters, counter))
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
  const { charges, allocations } = judgementOf(ledger, spend);
  const { counters } = policy.ruleSets.of(ledger);
  const moved = charges.map(({ payee, ...key }): MovedCounter => {
    const { limit = null } = counters.get(key.counter) ?? {};
    const isIn = isInHead(ledger, counters, key.counter);
    const known = head.account.rules.counters.get(key.counter) ?? emptyCounter;
    const counter = isIn ? known : counterFrom(ledger, counterDocKey(key));
    return { key, limit, inHead: isIn, counter, payee };
  });
  const step = moveUsage(head, moved, move, policy.clock, now);
  const chain = allocations.map((id) => movedAllocation(ledger, id));
  const docs = moveAllocations(head, chain, move, policy.clock, now);
  return { head: step.head, put: [...step.put, ...docs] };
}

/** A removed rule's counter may remain in the head. */
function isInHead(
  { head }: LedgerState,
  counters: CompiledRules["counters"],
  counter: string,
): boolean {
  return counters.get(counter)?.inHead ?? head.account.rules.counters.has(counter);
}
