import type { RuleHistory, RuleRound, RuleStep } from "./rule-history.ts";

const mostAttempts = 600;

export interface ShortenedRuleHistory {
  readonly shortest: RuleHistory;
  readonly failure: unknown;
}

/** Removes what is not needed for a failure. */
export async function shortenRuleHistory(
  history: RuleHistory,
  failure: unknown,
  attempt: (history: RuleHistory) => Promise<unknown>,
): Promise<ShortenedRuleHistory> {
  let found: ShortenedRuleHistory = { shortest: history, failure };
  let attempts = 0;
  for (let isShorter = true; isShorter && attempts < mostAttempts;) {
    isShorter = false;
    for (const candidate of shorterThan(found.shortest)) {
      attempts += 1;
      const reason = await attempt(candidate).then(
        () => null,
        (error: unknown) => error,
      );
      if (reason === null) continue;
      found = { shortest: candidate, failure: reason };
      isShorter = true;
      break;
    }
  }
  return found;
}

function* shorterThan(history: RuleHistory): Iterable<RuleHistory> {
  const { rounds } = history;
  const withRounds = (changed: readonly RuleRound[]): RuleHistory => ({
    ...history,
    rounds: changed,
  });
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined) continue;
    const withRound = (one: RuleRound): RuleHistory => withRounds(rounds.with(index, one));
    yield withRounds(rounds.toSpliced(index, 1));
    for (const [at, move] of round.moves.entries()) {
      if (round.moves.length > 1)
        yield withRound({ ...round, moves: round.moves.toSpliced(at, 1) });
      if (move.crash !== null) yield withRound({ ...round, moves: [{ ...move, crash: null }] });
      for (const step of simplerThan(move.step)) {
        yield withRound({ ...round, moves: round.moves.with(at, { ...move, step }) });
      }
    }
    if (round.jumpMs !== 0) yield withRound({ ...round, jumpMs: 0 });
    if (round.advanceMs !== 0) yield withRound({ ...round, advanceMs: 0 });
  }
  if (history.hasFaults) yield { ...history, hasFaults: false };
}

function* simplerThan(step: RuleStep): Iterable<RuleStep> {
  if (step.kind !== "publish") return;
  for (const [index, rule] of step.rules.entries()) {
    if (step.rules.length > 1) yield { ...step, rules: step.rules.toSpliced(index, 1) };
    if (rule.when !== undefined && rule.selfReported === undefined) {
      yield { ...step, rules: step.rules.with(index, { ...rule, when: undefined }) };
    }
  }
}
