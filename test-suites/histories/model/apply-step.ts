import type { Micros } from "@agent-treasury/provider";
import type { Step } from "../history.ts";
import { applyCredit, applyReversal } from "./apply-credit.ts";
import { applyDecision, applyHold, applyRelease, applySettle } from "./apply-decision.ts";
import { applyProposal } from "./apply-proposal.ts";
import type { Applied, Circumstances } from "./circumstances.ts";
import { append } from "./model-ledger.ts";
import type { ModelState } from "./model-state.ts";

/** The result of a credit without a connected processor. */
export const notConnected = "not connected";

/** Applies one step by the service's rules in their simplest form. */
export function applyStep(before: ModelState, step: Step, circumstances: Circumstances): Applied {
  const today = circumstances.today > before.day ? circumstances.today : before.day;
  const now = { ...circumstances, today };
  if (step.kind === "credit" && now.payment === null) {
    return { answer: notConnected, state: before };
  }
  const state = expire(before, now);
  const applied = applyTo(state, step, now);
  return applied.state === before
    ? applied
    : { ...applied, state: { ...applied.state, day: today } };
}

function applyTo(state: ModelState, step: Step, now: Circumstances): Applied {
  switch (step.kind) {
    case "propose":
      return applyProposal(state, step, now);
    case "decide":
      return applyDecision(state, step, now);
    case "hold":
      return applyHold(state, step, now);
    case "settle":
      return applySettle(state, step, now);
    case "release":
      return applyRelease(state, step);
    case "credit":
      return applyCredit(state, step, now);
    case "reverse":
      return applyReversal(state, step, now);
    case "refund":
      return applyRefund(state, step.amount, now);
    case "set_budget":
      return { answer: "set", state: { ...state, overrides: step.overrides } };
    case "reset":
      return applyReset(state, step.verified);
  }
}

/** Denies expired proposals before any other step, including reads. */
export function expire(state: ModelState, { now }: { readonly now: number }): ModelState {
  const isOver = ({ status, expiresAt }: ModelState["proposals"][number]): boolean =>
    status === "pending" && expiresAt !== null && expiresAt <= now;
  if (!state.proposals.some(isOver)) return state;
  return {
    ...state,
    proposals: state.proposals.map((proposal) =>
      isOver(proposal) ? { ...proposal, status: "denied", expired: true } : proposal,
    ),
  };
}

function applyRefund(state: ModelState, amount: Micros, { today }: Circumstances): Applied {
  const entry = { type: "expense", amount, day: today, automatic: false, takesBack: true } as const;
  const after = append(state, entry);
  return after === null
    ? { answer: "total_out_of_range", state }
    : { answer: "refunded", state: after };
}

function applyReset(state: ModelState, verified: boolean): Applied {
  if (state.proposals.some(({ status }) => status === "approved")) {
    return { answer: "funds_held", state };
  }
  if (state.payment?.mode === "live" && !verified) return { answer: "forbidden", state };
  return {
    answer: "reset",
    state: {
      ...state,
      epoch: state.epoch + 1,
      startingCapital: 0n as Micros,
      payment: null,
      overrides: {},
      proposals: state.proposals.map((proposal) =>
        proposal.status === "pending" ? { ...proposal, status: "denied" } : proposal,
      ),
    },
  };
}
