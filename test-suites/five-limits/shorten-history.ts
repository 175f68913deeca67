import type { History, Move } from "./history.ts";

/** Removes every step, clock change and process of a failing history that the failure does not need. */
export async function shorten(
  history: History,
  failure: Error,
  attempt: (history: History) => Promise<Error | null>,
): Promise<{ readonly shortest: History; readonly failure: Error }> {
  let found = { shortest: history, failure };
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    for (const candidate of shorterThan(found.shortest)) {
      const reason = await attempt(candidate);
      if (reason === null) continue;
      found = { shortest: candidate, failure: reason };
      isShorter = true;
      break;
    }
  }
  return found;
}

function* shorterThan(history: History): Iterable<History> {
  const { moves } = history;
  for (let index = moves.length - 1; index >= 0; index -= 1) {
    const move = moves[index];
    if (move === undefined) continue;
    yield { ...history, moves: moves.toSpliced(index, 1) };
    for (const simpler of simplerThan(move)) {
      yield { ...history, moves: moves.with(index, simpler) };
    }
  }
}

function* simplerThan(move: Move): Iterable<Move> {
  if (move.isNewProcess) yield { ...move, isNewProcess: false };
  const { kind, ms } = move.wait;
  if (kind !== "elapsed" || ms !== 0) yield { ...move, wait: { kind: "elapsed", ms: 0 } };
}
