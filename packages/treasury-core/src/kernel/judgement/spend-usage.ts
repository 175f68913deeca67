import { Micros } from "@agent-treasury/provider";
import {
  chargeMove,
  holdMove,
  type Move,
  releaseMove,
  releaseRestMove,
  type Settlement,
  settleMove,
} from "@agent-treasury/rules";
import type { LedgerHead } from "../ledger/ledger-state.ts";
import { amountHeld, amountToPay, type SpendProposal } from "../proposals/proposal.ts";
import { judgementOf, requestJudgement } from "./judgement-doc.ts";
import type { SpendContext } from "./spend-context.ts";
import type { GuardCharge, GuardUsage, UsageStep } from "./spend-guard.ts";
import type { SpendingPolicy } from "./spending-policy.ts";

/** Counts a spend that the ledger executes, or whose amount is held. */
export function countUsage(
  { policy: { clock }, now }: SpendContext,
  head: LedgerHead,
  charges: readonly GuardCharge[],
  spend: SpendProposal,
): UsageStep {
  if (charges.length === 0) return { head, put: [] };
  const moveOf = spend.hold === null ? chargeMove : holdMove;
  const at = { move: moveOf(amountToPay(spend), clock, now), clock, now };
  return inTurn(head, charges, (before, charge) => charge(before, spend, at));
}

/** Requests what `settleUsage` and `releaseUsage` change. */
export function requestUsage(
  { ledger, policy }: Pick<SpendContext<SpendingPolicy>, "ledger" | "policy">,
  spend: SpendProposal,
): void {
  if (!spend.ruling.isCharged) return;
  requestJudgement(ledger, spend);
  const counted = { ledger, spend, record: judgementOf(ledger, spend), terms: policy };
  const usages = usagesOf(policy);
  ledger.request(usages.flatMap((usage) => usage.reads(counted)));
  const further = usages.flatMap((usage) => usage.furtherReads?.(counted) ?? []);
  if (further.length > 0) ledger.request(further);
}

/**
 * Counts captured money in the window of its settlement. Requires `requestUsage`.
 *
 * @param ended the part of the hold that ends; null without a hold.
 */
export function settleUsage(
  context: SpendContext<SpendingPolicy>,
  head: LedgerHead,
  spend: SpendProposal,
  ended: Micros | null,
  settlement: Settlement,
): UsageStep {
  const move = settleMove(ended, settlement, context.policy.clock, context.now);
  return moveUsage(context, head, spend, move);
}

/** Requires `requestUsage`. */
export function releaseUsage(
  context: SpendContext<SpendingPolicy>,
  head: LedgerHead,
  spend: SpendProposal,
): UsageStep {
  const held = amountHeld(spend);
  const move = spend.captured === Micros.zero ? releaseMove(held) : releaseRestMove(held);
  return moveUsage(context, head, spend, move);
}

/** A payment of an earlier epoch counts as another spend, because a reset ended its usage. */
function moveUsage(
  { ledger, policy, now }: SpendContext<SpendingPolicy>,
  head: LedgerHead,
  spend: SpendProposal,
  move: Move,
): UsageStep {
  if (!spend.ruling.isCharged) return { head, put: [] };
  const counted = { ledger, spend, record: judgementOf(ledger, spend), terms: policy };
  const at = { move, clock: policy.clock, now };
  return inTurn(head, usagesOf(policy), (before, usage) => usage.move(counted, before, at));
}

function usagesOf({ guards }: SpendingPolicy): readonly GuardUsage[] {
  return guards.flatMap(({ usage }) => usage ?? []);
}

function inTurn<One>(
  head: LedgerHead,
  all: readonly One[],
  move: (head: LedgerHead, one: One) => UsageStep,
): UsageStep {
  let step: UsageStep = { head, put: [] };
  for (const one of all) {
    const next = move(step.head, one);
    step = { head: next.head, put: [...step.put, ...next.put] };
  }
  return step;
}
