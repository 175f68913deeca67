import type { RuleStep } from "../histories/rule-history.ts";
import { answerOf, type Applied, applyDecision, applyProposal, paid } from "./apply-spend.ts";
import type { Fact } from "./fact.ts";
import type { RollingUsage } from "./judge.ts";
import {
  expired,
  type ModelProposal,
  type ModelState,
  replaced,
  withFacts,
} from "./model-state.ts";

/** Returns the state after a step that was committed, and what its caller receives. */
export function applyStep(
  before: ModelState,
  step: RuleStep,
  now: number,
  rolling: RollingUsage,
): Applied {
  const state = expired(before, now);
  switch (step.kind) {
    case "propose":
      return applyProposal(state, step, now, rolling);
    case "decide":
      return applyDecision(state, step, now, rolling);
    case "capture":
      return applyCapture(state, step, now);
    case "release":
      return applyRelease(state, step);
    case "publish": {
      const { rules } = step;
      return {
        state: withFacts({ ...state, rules }, { kind: "published", rules }),
        answer: "done",
      };
    }
    case "allocate": {
      const { allocations } = step;
      const next = withFacts({ ...state, allocations }, { kind: "allocated", allocations });
      return { state: next, answer: "done" };
    }
    case "credit": {
      if (state.recorded.includes(step.id)) return { state, answer: "done" };
      const next = { ...state, recorded: [...state.recorded, step.id] };
      return { state: withFacts(next, { kind: "credited", amount: step.amount }), answer: "done" };
    }
    case "reset":
      return applyReset(state);
    case "purge":
      return { state: withFacts(before, { kind: "purged", at: now }), answer: "done" };
  }
}

function applyCapture(
  state: ModelState,
  { id, capture, amount }: Extract<RuleStep, { kind: "capture" }>,
  at: number,
): Applied {
  const spend = state.proposals.find((one) => one.id === id);
  if (spend === undefined) return { state, answer: "proposal_not_found" };
  if (state.recorded.includes(capture)) return { state, answer: answerOf(spend) };
  if (spend.status === "pending" || spend.status === "denied") {
    return { state, answer: "invalid_request" };
  }
  const { charges, isHeldNow, captured } = spend;
  const isFirst = captured === 0n;
  const executed: ModelProposal = {
    ...spend,
    status: "executed",
    failureBy: undefined,
    isHeldNow: false,
    captured: captured + amount,
  };
  // After a reset it counts as another spend.
  const facts: Fact[] = [
    { kind: "expense", amount },
    isFirst && !isHeldNow
      ? { kind: "charged", amount, at, charges }
      : { kind: "captured", spend: id, amount, at, charges, isFirst },
    ...paid(spend, spend.vendor, at),
  ];
  const next = { ...state, recorded: [...state.recorded, capture] };
  return { state: replaced(withFacts(next, ...facts), executed), answer: answerOf(executed) };
}

function applyRelease(state: ModelState, { id }: Extract<RuleStep, { kind: "release" }>): Applied {
  const spend = state.proposals.find((one) => one.id === id);
  if (spend === undefined) return { state, answer: "proposal_not_found" };
  if (!spend.isHeldNow) return { state, answer: answerOf(spend) };
  const released: ModelProposal = { ...spend, status: "failed", failureBy: null, isHeldNow: false };
  const next = withFacts(state, { kind: "released", spend: id });
  return { state: replaced(next, released), answer: answerOf(released) };
}

function applyReset(state: ModelState): Applied {
  if (state.proposals.some(({ isHeldNow }) => isHeldNow)) return { state, answer: "funds_held" };
  const proposals = state.proposals.map((one): ModelProposal =>
    one.status === "pending" ? { ...one, status: "denied", failureBy: null } : one,
  );
  const next = { ...state, epoch: state.epoch + 1, proposals };
  return { state: withFacts(next, { kind: "reset" }), answer: "done" };
}
