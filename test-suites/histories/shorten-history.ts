import type { History, Round } from "./history.ts";

const mostAttempts = 400;

/** A shortened history that still fails, with its message. */
export interface Shortened {
  readonly shortest: History;
  readonly failure: unknown;
}

/** Removes every step of a failing history that is not needed for the failure. */
export async function shorten(
  history: History,
  failure: unknown,
  attempt: (history: History) => Promise<unknown>,
): Promise<Shortened> {
  let found: Shortened = { shortest: history, failure };
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

function* shorterThan(history: History): Iterable<History> {
  const { rounds } = history;
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined) continue;
    yield { ...history, rounds: rounds.toSpliced(index, 1) };
    for (let move = 0; round.moves.length > 1 && move < round.moves.length; move += 1) {
      yield withRound(history, index, { ...round, moves: round.moves.toSpliced(move, 1) });
    }
    if (round.jumpMs !== 0) yield withRound(history, index, { ...round, jumpMs: 0 });
    if (round.advanceMs !== 0) yield withRound(history, index, { ...round, advanceMs: 0 });
  }
  if (history.settings.faults) {
    yield { ...history, settings: { ...history.settings, faults: false } };
  }
}

function withRound(history: History, index: number, round: Round): History {
  return { ...history, rounds: history.rounds.with(index, round) };
}
