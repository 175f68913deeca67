import { Micros } from "@agent-treasury/provider";
import type { Journalled } from "./journal.ts";

/**
 * The expected entries of a ledger, derived from the responses to callers, with amounts by entry
 * name.
 */
export interface Expectations {
  readonly certain: ReadonlyMap<string, Micros>;
  /** Operations without a response: each is complete or absent. */
  readonly possible: ReadonlyMap<string, Micros>;
  /** Contradictory or invalid responses. */
  readonly flaws: readonly string[];
  /** Spends that a cap or the reserve stopped. */
  readonly stopped: number;
}

const answers: Readonly<Record<string, RegExp>> = {
  propose: /^(?:executed|pending|failed) (?:safe|review)/,
  decide: /^(?:executed|failed|denied) (?:safe|review)/,
  credit: /^credited/,
  reverse: /^(?:reversed|duplicate)$/,
  set_budget: /^set$/,
};

export function expectationsFrom(journal: readonly Journalled[]): Expectations {
  const certain = new Map<string, Micros>();
  const possible = new Map<string, Micros>();
  const asked = new Map<string, Micros>();
  const creditors = new Map<string, string>();
  const flaws: string[] = [];
  let stopped = 0;
  for (const { name, step, answer } of journal) {
    if (step.kind === "propose") asked.set(step.id, step.amount);
    if (answer !== null && answers[step.kind]?.test(answer) !== true) {
      flaws.push(`${name} received ${answer}.`);
    }
    if (answer?.startsWith("failed") === true) stopped += 1;
    if (answer === "credited" && step.kind === "credit") {
      const before = creditors.get(step.session);
      if (before !== undefined) flaws.push(`${before} and ${name} both credited ${step.session}.`);
      creditors.set(step.session, name);
    }
    const posting = postingOf({ step, answer }, asked);
    if (posting === null) continue;
    (answer === null ? possible : certain).set(posting.about, posting.amount);
  }
  return { certain, possible, flaws, stopped };
}

/** The entry that an operation made, or may have made without a response. */
function postingOf(
  { step, answer }: Pick<Journalled, "step" | "answer">,
  asked: ReadonlyMap<string, Micros>,
): { readonly about: string; readonly amount: Micros } | null {
  switch (step.kind) {
    case "propose":
    case "decide": {
      if (answer !== null && !answer.startsWith("executed")) return null;
      return { about: `spend ${step.id}`, amount: Micros.of(-(asked.get(step.id) ?? 0n)) };
    }
    case "credit":
      return { about: `payment ${step.session}`, amount: step.amount };
    case "reverse":
      return { about: `payment ${step.reversal}`, amount: Micros.of(-step.amount) };
    default:
      return null;
  }
}
