import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { calendarOf, readTreasury } from "../../packages/treasury-core/src/domain.ts";
import { capsFlaw } from "./caps-flaw.ts";
import { formatState } from "./compare-states.ts";
import { eventsFlaw } from "./events-flaw.ts";
import { explainRound } from "./explain-round.ts";
import { type History, type Round, beginning } from "./history.ts";
import { type ModelState, openingState } from "./model/model-state.ts";
import { orderFlaw } from "./order-flaw.ts";
import { isRecorded, type Processes, type TakenStep, openProcesses } from "./processes.ts";
import type { Stage } from "./stage.ts";

const calendar = calendarOf("UTC");
/** Results after which the amount is or may be held. */
const mayBeHeld = /^(?:approved|storage_error)/;

/** The counts of a history's run. */
export interface Met {
  readonly steps: number;
  readonly executed: number;
  readonly faults: number;
  /** After each round, the callers' results and the reader's view as text. */
  readonly seen: readonly string[];
}

/**
 * Runs a history's steps through its committers, and compares all results with the model after
 * every round. Concurrent steps may be explained by any order. At the end every execution must be
 * within its caps, the chain must verify, and entries must be in order of time.
 *
 * @throws Error with the round that cannot be explained.
 */
export async function runHistory(
  history: History,
  stage: Stage,
  processes: Processes = openProcesses(history, stage),
): Promise<Met> {
  const { clock, workspaceId } = stage;
  clock.jump(beginning - clock.now());
  let states: readonly ModelState[] = [openingState(history.settings)];
  const held = new Set<string>();
  const seen: string[] = [];
  for (const [index, round] of history.rounds.entries()) {
    clock.advance(round.advanceMs);
    clock.jump(round.jumpMs);
    const taken = await processes.take(round);
    const answers = taken.map(({ answer }) => answer);
    for (const [at, { step }] of round.moves.entries()) {
      if (step.kind === "hold" && mayBeHeld.test(answers[at] ?? "")) held.add(step.id);
    }
    const state = formatState(await readTreasury(processes.reader(index), workspaceId));
    states = explained(index, round, taken, state, states, history, stage);
    seen.push([...answers, state].join("\n"));
  }
  await processes.close();
  await checkLedger(history, stage, held);
  return {
    steps: history.rounds.reduce((sum, { moves }) => sum + moves.length, 0),
    executed: states[0]?.proposals.filter(({ status }) => status === "executed").length ?? 0,
    faults: processes.faultsMet(),
    seen,
  };
}

async function checkLedger(
  history: History,
  { storages, workspaceId }: Stage,
  held: ReadonlySet<string>,
): Promise<void> {
  const [storage] = storages;
  if (storage === undefined) throw new Error("A history needs a storage.");
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) throw new Error(`The chain does not verify: ${problem}`);
  const flaw = await capsFlaw(storage, workspaceId, held);
  if (flaw !== null) throw new Error(flaw);
  const lost = await eventsFlaw(storage, workspaceId, isRecorded(history));
  if (lost !== null) throw new Error(lost);
  // A clock that was set back changes the order of dates.
  if (history.rounds.some(({ jumpMs }) => jumpMs < 0)) return;
  const disorder = await orderFlaw(storage, workspaceId);
  if (disorder !== null) throw new Error(disorder);
}

function explained(
  index: number,
  round: Round,
  taken: readonly TakenStep[],
  seen: string,
  states: readonly ModelState[],
  { settings }: History,
  { clock }: Stage,
): readonly ModelState[] {
  const now = clock.now();
  const circumstances = { settings, now, today: calendar.dayOf(now) };
  const timed = taken.map((step) => ({ ...step, today: calendar.dayOf(step.now) }));
  const explanation = explainRound(round, timed, seen, states, circumstances);
  if (explanation.states.length > 0) return explanation.states;
  const told = taken.map(({ answer, now: at }) => `  ${answer}, by ${at - now} ms`).join("\n");
  throw new Error(
    `Round ${index + 1} cannot be explained. Its callers received:\n${told}\nA reader sees:\n${seen}\nThe model expects, in the closest order of steps:\n${explanation.closest}`,
  );
}
