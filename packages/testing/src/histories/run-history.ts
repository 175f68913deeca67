import { verifyChain } from "@agent-treasury/treasury-core";
import { readTreasury } from "@agent-treasury/treasury-core/domain";
import { capsFlaw } from "./caps-flaw.ts";
import { tellState } from "./compare-states.ts";
import { explainRound } from "./explain-round.ts";
import { type History, type Round, beginning } from "./history.ts";
import { type ModelState, openingState } from "./model/model-state.ts";
import { performStep } from "./perform-step.ts";
import { type Processes, openProcesses } from "./processes.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Stage } from "./stage.ts";

/** What a history met on its way. */
export interface Met {
  readonly steps: number;
  readonly executed: number;
  readonly faults: number;
}

/**
 * Takes a history's steps through as many committers as it has, and compares what callers and readers
 * are told with the model after every round. Steps of one round go at once, so any order of them may
 * explain what was seen; that none does is an error. At the end the caps must have held at every
 * execution, by the ledger's own word, and the chain must verify.
 *
 * @throws Error with the round at which it went wrong, and how.
 */
export async function runHistory(history: History, stage: Stage): Promise<Met> {
  const { clock, workspaceId } = stage;
  clock.jump(beginning - clock.now());
  const processes = openProcesses(history, stage);
  const random = seededRandom(history.seed ^ 0x5eed);
  let states: readonly ModelState[] = [openingState(history.settings)];
  const held = new Set<string>();
  for (const [index, round] of history.rounds.entries()) {
    clock.advance(round.advanceMs);
    clock.jump(round.jumpMs);
    const answers = await takeRound(round, processes, workspaceId, random);
    for (const [at, { step }] of round.moves.entries()) {
      if (step.kind === "hold" && answers[at]?.startsWith("approved")) held.add(step.id);
    }
    states = await explained(index, round, answers, states, history, processes, stage);
  }
  await Promise.all(processes.engines.map(({ committer }) => committer.close()));
  await processes.settled();
  const [storage] = stage.storages;
  if (storage === undefined) throw new Error("A history needs a storage.");
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) throw new Error(`The chain does not verify: ${problem}`);
  const flaw = await capsFlaw(storage, workspaceId, held);
  if (flaw !== null) throw new Error(flaw);
  return {
    steps: history.rounds.reduce((sum, { moves }) => sum + moves.length, 0),
    executed: states[0]?.proposals.filter(({ status }) => status === "executed").length ?? 0,
    faults: processes.faultsMet(),
  };
}

/** Takes all steps of a round at once, each a little sooner or later than the others. */
function takeRound(
  { moves }: Round,
  { engines, payments }: Processes,
  workspaceId: string,
  random: Random,
): Promise<string[]> {
  return Promise.all(
    moves.map(async ({ committer, step }) => {
      for (let turn = random.below(6); turn > 0; turn -= 1) await Promise.resolve();
      const engine = engines[committer];
      if (engine === undefined) throw new Error(`There is no committer ${committer}.`);
      return performStep(engine, payments[committer] ?? null, workspaceId, step);
    }),
  );
}

async function explained(
  index: number,
  round: Round,
  answers: readonly string[],
  states: readonly ModelState[],
  { settings }: History,
  { engines }: Processes,
  { workspaceId, clock }: Stage,
): Promise<readonly ModelState[]> {
  const [engine] = engines.slice(index % engines.length);
  if (engine === undefined) throw new Error("A history needs a committer.");
  const seen = tellState(await readTreasury(engine, workspaceId));
  const now = clock.now();
  const circumstances = { settings, now, today: engine.calendar.dayOf(now) };
  const explanation = explainRound(round, answers, seen, states, circumstances);
  if (explanation.states.length > 0) return explanation.states;
  const told = answers.map((answer) => `  ${answer}`).join("\n");
  throw new Error(
    `Round ${index + 1} cannot be explained. Its callers were told:\n${told}\nA reader sees:\n${seen}\nThe model says, in the closest order of steps:\n${explanation.closest}`,
  );
}
