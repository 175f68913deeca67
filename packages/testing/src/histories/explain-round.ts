import { tellModel } from "./compare-states.ts";
import type { Move, Round } from "./history.ts";
import { applyStep, expire } from "./model/apply-step.ts";
import type { Circumstances } from "./model/circumstances.ts";
import { limitsNow } from "./model/model-ledger.ts";
import type { ModelState } from "./model/model-state.ts";

/** What may be there after a round. */
export interface Explanation {
  /** One for each order of steps that explains what was seen; none when no order does. */
  readonly states: readonly ModelState[];
  /** For a message: what the model expected instead. */
  readonly closest: string;
}

/** What all steps of a round have in common. */
export type RoundCircumstances = Omit<Circumstances, "payment">;

/** What a caller is told when the storage refused a change; nothing was written then. */
const refusedByStorage = "storage_error";

/**
 * Finds the orders of a round's steps that give every caller its answer and the reader what they see.
 * Two orders may look the same until later, so all that fit are kept.
 */
export function explainRound(
  { moves }: Round,
  answers: readonly string[],
  seen: string,
  states: readonly ModelState[],
  circumstances: RoundCircumstances,
): Explanation {
  const fitting = new Map<string, ModelState>();
  let closest = "";
  for (const state of states) {
    for (const order of ordersOf(moves.map((_, index) => index))) {
      const { after, told } = applyInOrder(order, moves, answers, state, circumstances);
      const limits = limitsNow(after, { ...circumstances, payment: null });
      const expected = tellModel(expire(after, circumstances), limits, circumstances.today);
      const isTold = told.every((answer, index) => answer === answers[index]);
      if (isTold && expected === seen) fitting.set(tellAll(after), after);
      else if (closest === "" || isTold) closest = `  ${told.join("\n  ")}\n${expected}`;
    }
  }
  return { states: [...fitting.values()], closest };
}

function tellAll(state: ModelState): string {
  return JSON.stringify(state, (_key, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  );
}

function applyInOrder(
  order: readonly number[],
  moves: readonly Move[],
  answers: readonly string[],
  state: ModelState,
  circumstances: RoundCircumstances,
): { after: ModelState; told: string[] } {
  const told: string[] = [];
  let after = state;
  for (const index of order) {
    const move = moves[index];
    if (move === undefined) continue;
    if (circumstances.settings.faults && answers[index] === refusedByStorage) {
      told[index] = refusedByStorage;
      continue;
    }
    const payment = circumstances.settings.payments[move.committer] ?? null;
    const applied = applyStep(after, move.step, { ...circumstances, payment });
    told[index] = applied.answer;
    after = applied.state;
  }
  return { after, told };
}

function ordersOf(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
