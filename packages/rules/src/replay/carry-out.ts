import { Micros } from "@agent-treasury/provider";
import type { Charge } from "../evaluate/evaluate.ts";
import * as money from "./money-book.ts";
import { isCarriedOut, outcomeThen } from "./outcome.ts";
import type { Movement, PastEvaluation, PastSpend } from "./past-spend.ts";
import { addAllocated, type ReplayState, type SpendState } from "./replay-state.ts";
import * as counted from "./rule-usage.ts";

function isHeldThen({ decision }: PastSpend): boolean {
  return decision.kind === "approved" && !decision.isRefused && decision.isHeld;
}

/** Executes the spend under the rules, or holds its amount as in fact. */
export function carryOut(
  state: ReplayState,
  spend: PastSpend,
  own: SpendState,
  { at, allocations }: PastEvaluation,
  charges: readonly Charge[],
): void {
  const { amount, payee } = spend;
  const isAutomatic = own.outcome === "automatic";
  own.charges = charges
    .filter(({ automaticOnly }) => !automaticOnly || isAutomatic)
    .map(({ key, payee: first }) => ({ ...key, payee: first }));
  addAllocated(state, allocations, amount);
  if (isHeldThen(spend)) {
    own.isHeld = true;
    money.holdIn(state.replayed, amount, isAutomatic);
    counted.holdIn(state.usage, own.charges, amount, state.clock, at);
    return;
  }
  money.spendIn(state.replayed, amount, isAutomatic);
  own.captured = amount;
  counted.chargeIn(state.usage, own.charges, amount, state.clock, at);
  if (!isAutomatic) state.usage.paid.set(payee, at);
}

export function carryOutInFact(
  state: ReplayState,
  spend: PastSpend,
  own: SpendState,
  { allocations }: PastEvaluation,
): void {
  const { decision, amount } = spend;
  if (decision.kind !== "approved" || decision.isRefused) return;
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
  const { decision, amount } = spend;
  const wasAutomatic = decision.kind === "approved" && decision.isAutomatic;
  if (own.isHeldInFact) {
    own.isHeldInFact = false;
    money.releaseIn(state.fact, amount, wasAutomatic);
  }
  if (movement.kind === "captured") money.spendIn(state.fact, movement.amount, wasAutomatic);
  const wasCarriedOut = isCarriedOut(outcomeThen(spend));
  if (wasCarriedOut && !isCarriedOut(own.outcome ?? "waits")) return;
  // A payment that was not requested through the treasury is the same under any rules.
  const isAutomatic = wasCarriedOut ? own.outcome === "automatic" : wasAutomatic;
  const held = own.isHeld ? amount : null;
  own.isHeld = false;
  if (held !== null) money.releaseIn(state.replayed, held, isAutomatic);
  if (movement.kind === "released") {
    counted.releaseIn(state.usage, own.charges, amount, state.clock, movement.at);
    return;
  }
  money.spendIn(state.replayed, movement.amount, isAutomatic);
  const settlement = {
    captured: movement.amount,
    held,
    isFirst: own.captured === Micros.zero,
  };
  counted.settleIn(state.usage, own.charges, settlement, state.clock, movement.at);
  own.captured = Micros.add(own.captured, movement.amount);
  if (!isAutomatic) state.usage.paid.set(spend.payee, movement.at);
}
