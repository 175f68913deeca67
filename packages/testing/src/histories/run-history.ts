import { verifyChain } from "@agent-treasury/treasury-core";
import { calendarOf, readTreasury } from "@agent-treasury/treasury-core/domain";
import { capsFlaw } from "./caps-flaw.ts";
import { tellState } from "./compare-states.ts";
import { explainRound } from "./explain-round.ts";
import { type History, type Round, beginning } from "./history.ts";
import { type ModelState, openingState } from "./model/model-state.ts";
import { type Processes, openProcesses } from "./processes.ts";
import type { Stage } from "./stage.ts";

const calendar = calendarOf("UTC");
/** What a caller is told whose hold was made, or may have been. */
const mayBeHeld = /^(?:approved|storage_error)/;

/** What a history met on its way. */
export interface Met {
  readonly steps: number;
  readonly executed: number;
  readonly faults: number;
  /** After each round, what its callers were told and what a reader saw, in one text. */
  readonly seen: readonly string[];
}

/**
 * Takes a history's steps through as many committers as it has, and compares what callers and readers
 * are told with the model after every round. Steps of one round go at once, so any order of them may
 * explain what was seen; that none does is an error. At the end the caps must have held at every
 * execution, by the ledger's own word, and the chain must verify.
 *
 * @throws Error with the round at which it went wrong, and how.
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
    const answers = await processes.take(round);
    for (const [at, { step }] of round.moves.entries()) {
      if (step.kind === "hold" && mayBeHeld.test(answers[at] ?? "")) held.add(step.id);
    }
    const state = tellState(await readTreasury(processes.reader(index), workspaceId));
    states = explained(index, round, answers, state, states, history, stage);
    seen.push([...answers, state].join("\n"));
  }
  await processes.close();
  await checkLedger(stage, held);
  return {
    steps: history.rounds.reduce((sum, { moves }) => sum + moves.length, 0),
    executed: states[0]?.proposals.filter(({ status }) => status === "executed").length ?? 0,
    faults: processes.faultsMet(),
    seen,
  };
}

async function checkLedger(
  { storages, workspaceId }: Stage,
  held: ReadonlySet<string>,
): Promise<void> {
  const [storage] = storages;
  if (storage === undefined) throw new Error("A history needs a storage.");
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) throw new Error(`The chain does not verify: ${problem}`);
  const flaw = await capsFlaw(storage, workspaceId, held);
  if (flaw !== null) throw new Error(flaw);
}

function explained(
  index: number,
  round: Round,
  answers: readonly string[],
  seen: string,
  states: readonly ModelState[],
  { settings }: History,
  { clock }: Stage,
): readonly ModelState[] {
  const now = clock.now();
  const circumstances = { settings, now, today: calendar.dayOf(now) };
  const explanation = explainRound(round, answers, seen, states, circumstances);
  if (explanation.states.length > 0) return explanation.states;
  const told = answers.map((answer) => `  ${answer}`).join("\n");
  throw new Error(
    `Round ${index + 1} cannot be explained. Its callers were told:\n${told}\nA reader sees:\n${seen}\nThe model says, in the closest order of steps:\n${explanation.closest}`,
  );
}
