import { type CompiledRules, compileRules } from "../evaluate/compile-rules.ts";
import { type ExampleResult, type RuleExample, runExample } from "../replay/run-example.ts";
import type { Rule, RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { rulesAskedFor, wordsOf } from "./asked-rules.ts";
import { candidatesOf, matchingOf } from "./candidates.ts";
import { DistinctExamples, keyOf } from "./distinct-examples.ts";
import { mistakesIn } from "./mistakes.ts";
import { spreadOver } from "./near-values.ts";

/** An example spend with its outcome under a draft. */
export interface ShownExample extends RuleExample, ExampleResult {}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maximumShown = 16;

export interface DraftContext {
  /** The rules that the draft replaces. */
  readonly current: RuleSet;
  /** What the draft was written from. */
  readonly sentence: string;
  readonly clock: LocalClock;
  /** The examples are after it. */
  readonly now: number;
  /** Called between steps of at most a few milliseconds, so that a server can answer others. */
  readonly pause?: () => Promise<void>;
}

/** A draft is untrusted: its size must not determine how long the choice takes. */
const maximumChanged = 12;
const maximumOthers = 200;
/** Of one spend by one rule. */
const maximumEvaluations = 2_000_000;

/**
 * Returns example spends with their outcomes under a draft, chosen so that a mistake changes the
 * outcome of at least one of them: each new rule of the draft with one thing changed, the rules that
 * the draft replaces, and rules that the sentence could ask for and the draft lacks.
 */
export async function separatingExamples(
  draft: RuleSet,
  { current, sentence, clock, now, pause }: DraftContext,
): Promise<readonly ShownExample[]> {
  const at = quietTime(clock, now);
  const asked = rulesAskedFor(sentence);
  const names = wordsOf(sentence);
  const added = withoutRulesOf(draft, current).slice(0, maximumChanged);
  const replaced = withoutRulesOf(current, draft).slice(0, maximumChanged);
  const distinct = new DistinctExamples();
  for (const rule of [...added, ...replaced]) {
    await pause?.();
    distinct.add(candidatesOf(rule, names, clock, at));
  }
  for (const rule of asked) distinct.add(matchingOf(rule, clock, at));
  const candidates = distinct.examples();
  const sets: readonly (() => RuleSet)[] = [
    ...added.flatMap((rule) =>
      mistakesIn(rule).map((wrong) => () => ({
        rules: draft.rules.flatMap((one) => (one === rule ? wrong : [one])),
      })),
    ),
    () => current,
    ...asked.map((rule) => () => ({ rules: [...draft.rules, rule] })),
  ];
  const compiled = compileRules(draft);
  const others: { readonly set: RuleSet; readonly compiled: CompiledRules }[] = [];
  for (const setOf of spreadOver(sets, maximumOthers)) {
    await pause?.();
    const set = setOf();
    others.push({ set, compiled: compileRules(set) });
  }
  const judged: { readonly example: RuleExample; readonly result: ExampleResult }[] = [];
  const separated: (readonly boolean[])[] = [];
  const spends = candidates.reduce((sum, { earlier }) => sum + earlier.length + 1, 0);
  const evaluations = spends * others.length * Math.max(1, draft.rules.length);
  const share = Math.min(1, maximumEvaluations / evaluations);
  for (const example of spreadOver(candidates, Math.ceil(candidates.length * share))) {
    const result = runExample(draft, example, clock, compiled);
    const row: boolean[] = [];
    for (const other of others) {
      await pause?.();
      const outcome = runExample(other.set, example, clock, other.compiled);
      row.push(outcomeText(outcome) !== outcomeText(result));
    }
    judged.push({ example, result });
    separated.push(row);
  }
  const left = new Set(others.keys());
  const shown: ShownExample[] = [];
  while (shown.length < maximumShown && left.size > 0) {
    let best = -1;
    let gain: readonly number[] = [];
    for (const [place, row] of separated.entries()) {
      await pause?.();
      const found = [...left].filter((index) => row[index] === true);
      if (found.length > gain.length) [best, gain] = [place, found];
    }
    const chosen = judged[best];
    if (chosen === undefined) break;
    for (const index of gain) left.delete(index);
    shown.push({ ...chosen.example, ...chosen.result });
  }
  return shown;
}

/** The outcome as a person distinguishes it. */
export function outcomeText({ outcome, approvals }: ExampleResult): string {
  return outcome === "waits" ? `waits for ${approvals}` : outcome;
}

/** A Thursday noon before which yesterday, last week, month and quarter are in the same longer window. */
function quietTime(clock: LocalClock, now: number): number {
  const start = Math.ceil(now / hourMs) * hourMs;
  for (let at = start; at < start + 130 * dayMs; at += hourMs) {
    const { day, weekday, minute } = clock(at);
    const [, month = 0, date = 0] = day.split("-").map(Number);
    if (
      weekday === "thu" &&
      minute >= 720 &&
      date > 14 &&
      date < 22 &&
      month > 3 &&
      month % 3 === 0
    )
      return at;
  }
  return start;
}

function withoutRulesOf({ rules }: RuleSet, other: RuleSet): readonly Rule[] {
  const known = new Set(other.rules.map(keyOf));
  return rules.filter((rule) => !known.has(keyOf(rule)));
}
