import type { Micros } from "@agent-treasury/provider";
import type { Step } from "../history.ts";
import { tell } from "./apply-proposal.ts";
import type { Applied, Circumstances } from "./circumstances.ts";
import { append, isForeign, limitPassed } from "./model-ledger.ts";
import type { ModelProposal, ModelState } from "./model-state.ts";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** Applies a person's decision. */
export function applyDecision(
  state: ModelState,
  step: StepOf<"decide">,
  now: Circumstances,
): Applied {
  const proposal = findNow(state, step.id);
  if (proposal === undefined) return { answer: "proposal_not_found", state };
  if (proposal.status !== "pending") return { answer: decidedBefore(proposal, step), state };
  if (step.decision === "deny") return become(state, { ...proposal, status: "denied" });
  if (isForeign(state, now.payment)) return { answer: "payment_mode_changed", state };
  if (limitPassed(state, proposal.amount, now) !== null) {
    return become(state, { ...proposal, status: "failed" });
  }
  const paid = pay(state, proposal, proposal.amount, now);
  return paid ?? become(state, { ...proposal, status: "failed" });
}

/** Holds an amount for an approved spend. */
export function applyHold(state: ModelState, step: StepOf<"hold">, now: Circumstances): Applied {
  const proposal = findNow(state, step.id);
  if (proposal?.status !== "pending") return { answer: "nothing to hold", state };
  const isTooMuch = limitPassed(state, proposal.amount, now) !== null;
  const status = isTooMuch ? "failed" : "approved";
  return become(state, { ...proposal, status, automatic: step.autoApproved });
}

/** Captures a held amount, possibly with a difference. */
export function applySettle(
  state: ModelState,
  step: StepOf<"settle">,
  now: Circumstances,
): Applied {
  const proposal = findNow(state, step.id);
  if (proposal?.status !== "approved") return { answer: "nothing held", state };
  // A completed payment cannot fail: an amount beyond the largest total does not change the spend.
  return pay(state, proposal, step.captured, now) ?? { answer: tell(proposal), state };
}

/** Releases a held amount. */
export function applyRelease(state: ModelState, step: StepOf<"release">): Applied {
  const proposal = findNow(state, step.id);
  if (proposal?.status !== "approved") return { answer: "nothing held", state };
  return become(state, { ...proposal, status: "failed" });
}

function findNow(state: ModelState, id: string): ModelProposal | undefined {
  return state.proposals.find((proposal) => proposal.id === id && proposal.epoch === state.epoch);
}

function decidedBefore(proposal: ModelProposal, { decision }: StepOf<"decide">): string {
  const made = proposal.status === "denied" ? "deny" : "approve";
  if (decision === made) return tell(proposal);
  return proposal.expired ? "proposal_expired" : "already_decided";
}

function pay(
  state: ModelState,
  proposal: ModelProposal,
  amount: Micros,
  { today }: Circumstances,
): Applied | null {
  const { automatic } = proposal;
  const entry = { type: "expense", day: today, automatic, takesBack: false } as const;
  const paid = append(state, { ...entry, amount: -amount as Micros });
  return paid && become(paid, { ...proposal, status: "executed" });
}

function become(state: ModelState, changed: ModelProposal): Applied {
  return {
    answer: tell(changed),
    state: {
      ...state,
      proposals: state.proposals.map((proposal) =>
        proposal.id === changed.id ? changed : proposal,
      ),
    },
  };
}
