import type { OpenCall } from "../journal/open-answer.ts";
import type { TurnMemory } from "../journal/turn-memory.ts";

const maximumRecoveries = 3;

/** What is to be done next in a turn. */
export type NextAction =
  | { readonly kind: "ask" }
  | { readonly kind: "call"; readonly call: OpenCall }
  | { readonly kind: "wait" }
  /** `problem` is shown before, null for none. */
  | { readonly kind: "end"; readonly assistant: string; readonly problem: string | null }
  /** It waits, or is over: nothing. */
  | { readonly kind: "rest" };

/** Decides by a turn's memory alone, so that whoever takes the turn up decides the same. */
export function nextAction(memory: TurnMemory, maximumSteps: number): NextAction {
  const { answer, awaiting, ended, waits, steps, recoveries } = memory;
  if (ended !== null || waits !== null) return { kind: "rest" };
  if (recoveries > maximumRecoveries) {
    const problem = `Whoever ran the turn was gone ${recoveries} times at the same place, so it is given up.`;
    return { kind: "end", assistant: `The turn broke off: ${problem}`, problem };
  }
  const call = answer?.openCall ?? null;
  if (call !== null) return { kind: "call", call };
  if (awaiting.size > 0) return { kind: "wait" };
  if (answer !== null && answer.answered.calls.length === 0) {
    const assistant = answer.answered.said || "The agent had nothing to say.";
    return { kind: "end", assistant, problem: null };
  }
  if (steps < maximumSteps) return { kind: "ask" };
  const problem = `The turn reached its limit of ${maximumSteps} steps.`;
  return { kind: "end", assistant: `${problem} Ask again to go on.`, problem };
}

/** What is said of a turn that waits for people: the agent's own words, or for what it waits. */
export function waitingWords({ answer, awaiting }: TurnMemory): string {
  if (answer !== null && answer.answered.said !== "") return answer.answered.said;
  const spends = new Map([...awaiting.values()].map((proposal) => [proposal.id, proposal]));
  const told = [...spends.values()].map(({ amountUsd, vendor }) => `${amountUsd} USD to ${vendor}`);
  return `Waiting for a person to decide: ${told.join("; ")}.`;
}
