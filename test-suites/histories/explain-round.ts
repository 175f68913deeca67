import { formatModelState } from "./compare-states.ts";
import type { Move, Round } from "./history.ts";
import { applyStep, expire } from "./model/apply-step.ts";
import type { Circumstances } from "./model/circumstances.ts";
import { limitsNow } from "./model/model-ledger.ts";
import type { ModelState } from "./model/model-state.ts";

/** The possible states after a round. */
export interface Explanation {
  /** One for each order of steps that explains the observations. */
  readonly states: readonly ModelState[];
  /** The model's closest expectation, for the message. */
  readonly closest: string;
}

/** A reader's circumstances after a round; its steps have their own times. */
export type RoundCircumstances = Omit<Circumstances, "payment">;

/** The result of a step, and its decision time. */
export interface TimedAnswer extends Pick<Circumstances, "now" | "today"> {
  readonly answer: string;
}

interface Taken {
  readonly after: ModelState;
  /** By the index of the move. */
  readonly told: Readonly<Record<number, string>>;
}

/** The error of a rejected change or of an unknown outcome. */
const unknownToCaller = "storage_error";

const refusals: ReadonlySet<string> = new Set([
  "already_decided",
  "forbidden",
  "funds_held",
  "payment_mode_changed",
  "proposal_expired",
  "proposal_not_found",
  "total_out_of_range",
]);

/**
 * Finds the orders of a round's steps that explain every response and the reader's view. All of
 * them are returned, because later rounds may distinguish them.
 */
export function explainRound(
  { moves }: Round,
  answers: readonly TimedAnswer[],
  seen: string,
  states: readonly ModelState[],
  circumstances: RoundCircumstances,
): Explanation {
  const fitting = new Map<string, ModelState>();
  let closest = "";
  const orders = ordersOf(moves.map((_, index) => index));
  for (const state of states) {
    for (const { after, told } of orders.flatMap((order) =>
      applyInOrder(order, moves, answers, state, circumstances),
    )) {
      const limits = limitsNow(after, { ...circumstances, payment: null });
      const expected = formatModelState(expire(after, circumstances), limits, circumstances.today);
      const isTold = answers.every(({ answer }, index) => answer === told[index]);
      if (isTold && expected === seen) fitting.set(tellAll(after), after);
      else if (closest === "" || isTold)
        closest = `  ${Object.values(told).join("\n  ")}\n${expected}`;
    }
  }
  return { states: [...fitting.values()], closest };
}

function tellAll(state: ModelState): string {
  return JSON.stringify(state, (_key, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  );
}

/** The possible results of the steps in an order. */
function applyInOrder(
  order: readonly number[],
  moves: readonly Move[],
  answers: readonly TimedAnswer[],
  state: ModelState,
  { settings }: RoundCircumstances,
): Taken[] {
  let taken: Taken[] = [{ after: state, told: {} }];
  for (const index of order) {
    const move = moves[index];
    const timed = answers[index];
    if (move === undefined || timed === undefined) continue;
    const { now, today } = timed;
    const payment = settings.payments[move.committer] ?? null;
    const isOpen = settings.faults && timed.answer === unknownToCaller;
    taken = taken.flatMap(({ after, told }) => {
      const applied = applyStep(after, move.step, { settings, payment, now, today });
      const answer = isOpen ? unknownToCaller : applied.answer;
      const made = { after: applied.state, told: { ...told, [index]: answer } };
      // A rejection is returned even if the storage failed to record an expiry before it.
      const isUnrecorded = settings.faults && refusals.has(answer) && applied.state !== after;
      return isOpen || isUnrecorded ? [made, { ...made, after }] : [made];
    });
  }
  return taken;
}

function ordersOf(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}
