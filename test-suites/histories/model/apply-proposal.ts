import type { Step } from "../history.ts";
import type { Applied, Circumstances } from "./circumstances.ts";
import { append, isForeign, limitPassed, limitsNow } from "./model-ledger.ts";
import { type ModelProposal, type ModelState, figuresOf } from "./model-state.ts";

type Proposing = Extract<Step, { kind: "propose" }>;

/** A proposal in its caller's response. */
export function tell({ status, verdict, automatic }: ModelProposal): string {
  return `${status} ${verdict}${automatic ? " by policy" : ""}`;
}

/** Applies an agent's proposal. */
export function applyProposal(state: ModelState, step: Proposing, now: Circumstances): Applied {
  const known = state.proposals.find(({ id }) => id === step.id);
  if (known !== undefined) return { answer: tell(known), state };
  if (isForeign(state, now.payment)) return { answer: "payment_mode_changed", state };
  const { proposal, paid } = judge(state, step, now);
  const settled = paid ?? state;
  return {
    answer: tell(proposal),
    state: { ...settled, proposals: [...settled.proposals, proposal] },
  };
}

function judge(
  state: ModelState,
  step: Proposing,
  now: Circumstances,
): { proposal: ModelProposal; paid: ModelState | null } {
  const { proposalLifetimeMs } = now.settings;
  const waiting: ModelProposal = {
    id: step.id,
    epoch: state.epoch,
    amount: step.amount,
    verdict: verdictOf(state, step, now),
    status: "pending",
    automatic: false,
    expiresAt: proposalLifetimeMs === null ? null : now.now + proposalLifetimeMs,
    expired: false,
  };
  if (waiting.verdict === "blocked") {
    return { proposal: { ...waiting, status: "denied" }, paid: null };
  }
  if (waiting.verdict !== "safe" || !isSmallEnough(state, step, now)) {
    return { proposal: waiting, paid: null };
  }
  const entry = { type: "expense", day: now.today, automatic: true, takesBack: false } as const;
  const paid = append(state, { ...entry, amount: -step.amount as typeof step.amount });
  const status = paid === null ? "failed" : "executed";
  return { proposal: { ...waiting, status, automatic: true }, paid };
}

function verdictOf(
  state: ModelState,
  step: Proposing,
  now: Circumstances,
): ModelProposal["verdict"] {
  const passed = limitPassed(state, step.amount, now);
  if (step.purpose === "counterfeit watches" || passed === "per_action") return "blocked";
  return step.purpose === "a gift card" || passed !== null ? "review" : "safe";
}

/** Whether policy may approve it automatically. */
function isSmallEnough(state: ModelState, { amount }: Proposing, now: Circumstances): boolean {
  const { autoApproveUnder } = limitsNow(state, now);
  const { automaticToday, heldAutomatic } = figuresOf(state, now.today);
  const daily = now.settings.autoApproveDaily ?? autoApproveUnder * 3n;
  return amount < autoApproveUnder && automaticToday + heldAutomatic + amount <= daily;
}
