import { Micros } from "@agent-treasury/provider";
import { chargeMove, holdMove, releaseMove, settleMove } from "../counters/move.ts";
import { storedCharges } from "../evaluate/counted-charges.ts";
import type { Charge } from "../evaluate/needed-by.ts";
import * as money from "./money-book.ts";
import { isCarriedOut, outcomeThen } from "./outcome.ts";
import type { Movement, PastEvaluation, PastSpend } from "./past-spend.ts";
import { addAllocated, type ReplayState, type SpendState } from "./replay-state.ts";
import { moveIn, paidKey } from "./rule-usage.ts";

function isHeldThen({ decision }: PastSpend): boolean {
  return decision.kind === "approved" && !decision.isRefused && decision.isHeld;
}

/** Policy never lowers an amount. */
export function amountUnder({ amount, approvedAmount }: PastSpend, isAutomatic: boolean): Micros {
  return isAutomatic ? amount : approvedAmount;
}

/** Executes the spend under the rules, or holds its amount as in fact. */
export function carryOut(
  state: ReplayState,
  spend: PastSpend,
  own: SpendState,
  { at, allocations }: PastEvaluation,
  charges: readonly Charge[],
): void {
  const isAutomatic = own.outcome === "automatic";
  const amount = amountUnder(spend, isAutomatic);
  const isHeld = isHeldThen(spend);
  const stored = storedCharges(charges, isAutomatic);
  // Otherwise each spend would retain them.
  if (spend.movements.length > 0) own.charges = stored;
  addAllocated(state, allocations, amount);
  const count = (isHeld ? holdMove : chargeMove)(amount, state.clock, at);
  moveIn(state.usage, spend.agentId, stored, count, state.clock, at);
  if (isHeld) {
    own.isHeld = true;
    money.holdIn(state.replayed, amount, isAutomatic);
    return;
  }
  money.spendIn(state.replayed, amount, isAutomatic);
  own.captured = amount;
  if (!isAutomatic) state.usage.paid.set(paidKey(spend.payee), at);
}

export function carryOutInFact(
  state: ReplayState,
  spend: PastSpend,
  own: SpendState,
  { allocations }: PastEvaluation,
): void {
  const { decision } = spend;
  if (decision.kind !== "approved" || decision.isRefused) return;
  const amount = amountUnder(spend, decision.isAutomatic);
  addAllocated(state, allocations, Micros.negate(amount));
  own.isHeldInFact = decision.isHeld;
  const enter = decision.isHeld ? money.holdIn : money.spendIn;
  enter(state.fact, amount, decision.isAutomatic);
}

/** Captures and releases happen as in fact, if the spend is carried out. */
export function move(
  state: ReplayState,
  spend: PastSpend,
  own: SpendState,
  movement: Movement,
): void {
  const { decision } = spend;
  const wasAutomatic = decision.kind === "approved" && decision.isAutomatic;
  if (own.isHeldInFact) {
    own.isHeldInFact = false;
    money.releaseIn(state.fact, amountUnder(spend, wasAutomatic), wasAutomatic);
  }
  if (movement.kind === "captured") money.spendIn(state.fact, movement.amount, wasAutomatic);
  const wasCarriedOut = isCarriedOut(outcomeThen(spend));
  if (wasCarriedOut && !isCarriedOut(own.outcome ?? "waits")) return;
  // A payment that was not requested through the treasury is the same under any rules.
  const isAutomatic = wasCarriedOut ? own.outcome === "automatic" : wasAutomatic;
  const amount = amountUnder(spend, isAutomatic);
  const held = own.isHeld ? amount : null;
  own.isHeld = false;
  if (held !== null) money.releaseIn(state.replayed, held, isAutomatic);
  if (movement.kind === "released") {
    moveIn(state.usage, spend.agentId, own.charges, releaseMove(amount), state.clock, movement.at);
    return;
  }
  money.spendIn(state.replayed, movement.amount, isAutomatic);
  const settlement = { captured: movement.amount, isFirst: own.captured === Micros.zero };
  const settle = settleMove(held, settlement, state.clock, movement.at);
  moveIn(state.usage, spend.agentId, own.charges, settle, state.clock, movement.at);
  own.captured = Micros.add(own.captured, movement.amount);
  if (!isAutomatic) state.usage.paid.set(paidKey(spend.payee), movement.at);
}
