import { Micros } from "@agent-treasury/provider";
import type { Journalled } from "./journal.ts";

/** What a ledger must hold, by what callers were told. Amounts by what an entry is about. */
export interface Expectations {
  readonly certain: ReadonlyMap<string, Micros>;
  /** Of callers who were not answered: all of it is there, or nothing. */
  readonly possible: ReadonlyMap<string, Micros>;
  /** Answers that contradict each other, or that nobody should have been given. */
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

/** Reads a journal of one workspace. */
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
      flaws.push(`${name} was told ${answer}.`);
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

/** The entry that an operation made, or may have made if its caller was not answered. */
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
