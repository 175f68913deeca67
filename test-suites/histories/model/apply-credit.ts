import type { Micros } from "@agent-treasury/provider";
import type { Step } from "../history.ts";
import type { Applied, Circumstances } from "./circumstances.ts";
import { append, isForeign } from "./model-ledger.ts";
import type { ModelState } from "./model-state.ts";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** Credits a payment once, less its earlier reversals. */
export function applyCredit(
  state: ModelState,
  step: StepOf<"credit">,
  now: Circumstances,
): Applied {
  const { session, type } = step;
  if (state.credits.some((credit) => credit.session === session)) {
    return { answer: "credited before", state };
  }
  if (isForeign(state, now.payment)) {
    return { answer: "payment_mode_changed", state };
  }
  const early = state.early.filter((reversal) => reversal.session === session);
  const amounts = [step.amount, ...early.map(({ amount }) => -amount as Micros)];
  let credited: ModelState | null = { ...state, payment: state.payment ?? now.payment };
  for (const [index, amount] of amounts.entries()) {
    const entry = { type, amount, day: now.today, automatic: false, takesBack: index > 0 };
    credited = credited && append(credited, entry);
  }
  if (credited === null) return { answer: "total_out_of_range", state };
  const credits = [...credited.credits, { session, type, epoch: state.epoch }];
  return { answer: "credited", state: { ...credited, credits } };
}

/** Reverses a payment or part of it, once. */
export function applyReversal(
  state: ModelState,
  step: StepOf<"reverse">,
  now: Circumstances,
): Applied {
  const { reversal, session, amount } = step;
  if (state.reversals.includes(reversal)) return { answer: "duplicate", state };
  const known = { ...state, reversals: [...state.reversals, reversal] };
  const credit = state.credits.find((one) => one.session === session);
  if (credit === undefined) {
    return { answer: "waiting", state: { ...known, early: [...state.early, { session, amount }] } };
  }
  if (credit.epoch !== state.epoch) return { answer: "recorded", state: known };
  const entry = { type: credit.type, day: now.today, automatic: false, takesBack: true } as const;
  const after = append(known, { ...entry, amount: -amount as Micros });
  return after === null
    ? { answer: "total_out_of_range", state }
    : { answer: "reversed", state: after };
}
