import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { type LedgerState } from "../../../packages/treasury-core/src/domain.ts";
import type { Stage } from "../../histories/stage.ts";
import { applyStep } from "../model/apply-step.ts";
import type { CoreUsage, RollingUsage } from "../model/judge.ts";
import { type ModelState, openingModel } from "../model/model-state.ts";
import { zoneOf } from "../treasury-process.ts";
import { differenceFrom, uncountedGroups } from "./compare-with-model.ts";
import {
  type CoreCounter,
  coreCounters,
  coreUsage,
  isSharedIn,
  readCoreState,
  type RollingReading,
} from "./core-state.ts";
import type { TakenRuleStep } from "./perform-rule-step.ts";
import { type ReplayCounts, replayHistory } from "./replay-history.ts";
import type { RuleHistory, RuleMove, RuleRound } from "./rule-history.ts";
import { type RuleProcesses, openRuleProcesses } from "./rule-processes.ts";
import { values } from "./values.ts";

/** The counts of a history's run. */
export interface RuleHistoryCounts {
  readonly steps: number;
  readonly crashes: number;
  readonly faults: number;
  readonly replay: ReplayCounts;
  /** Steps by kind of answer, for example `executed` and `failed by a rule`. */
  readonly answers: ReadonlyMap<string, number>;
}

/**
 * Runs a history through its processes. After every round the model must give the same answers,
 * proposals and usage. A replay of the rules that were in effect must change nothing.
 *
 * @throws Error with the first difference.
 */
export async function runRuleHistory(
  history: RuleHistory,
  stage: Stage,
): Promise<RuleHistoryCounts> {
  const { clock, storages, workspaceId } = stage;
  const [storage] = storages;
  if (storage === undefined) throw new Error("A history needs a storage.");
  clock.jump(history.startsAt - clock.now());
  const { clock: local } = zoneOf(history.timeZone);
  const processes = openRuleProcesses(history, stage);
  const { timeZone, startingCapital, proposalLifetimeMs } = history;
  let model = openingModel(timeZone, startingCapital, proposalLifetimeMs);
  const answers = new Map<string, number>();
  const ids = idsIn(history);
  let steps = 0;
  let wasSetBack = false;
  let counters: readonly CoreCounter[] = [];
  for (const [index, round] of history.rounds.entries()) {
    clock.advance(round.advanceMs);
    clock.jump(round.jumpMs);
    const rolling = counters.filter(
      ({ window, group, isShared }) =>
        window?.kind === "rolling" || isShared || group?.startsWith("name:"),
    );
    const taken = await processes.take(round, (ledger, now) =>
      readRolling(ledger, rolling, (source, one) => ({
        ...coreUsage(source, one, values.vendors, local, now),
        isShared: isSharedIn(source, one),
      })),
    );
    const { rules, allocations } = model;
    model = afterRound(index, round, taken, model);
    if (model.rules !== rules || model.allocations !== allocations) {
      counters = coreCounters(model.rules, model.allocations, values);
    }
    for (const { answer } of taken) answers.set(answer, (answers.get(answer) ?? 0) + 1);
    steps += taken.length;
    const core = await readCoreState(storage, workspaceId, ids, counters);
    const difference = differenceFrom(model, core, counters, values.vendors, local, clock.now());
    wasSetBack ||= round.jumpMs < 0;
    const uncounted = wasSetBack ? null : uncountedGroups(model, core, counters, clock.now());
    const flaw = difference ?? uncounted;
    if (flaw !== null) throw new Error(`After round ${index + 1}: ${flaw}`);
  }
  await processes.close();
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) throw new Error(`The chain does not verify: ${problem}`);
  const replay = await replayHistory(storage, workspaceId, history);
  return { steps, replay, crashes: processes.crashes(), faults: processes.faults(), answers };
}

function readRolling(
  ledger: LedgerState,
  rolling: readonly CoreCounter[],
  usageOf: (source: Parameters<typeof coreUsage>[0], one: CoreCounter) => CoreUsage,
): RollingReading {
  return new Map(rolling.map((one) => [`${one.limit} ${one.group}`, usageOf(ledger, one)]));
}

interface ObservedStep extends TakenRuleStep {
  readonly move: RuleMove;
  readonly rolling: RollingReading;
}

/** Applies the steps of a round in the order in which they were committed. */
function afterRound(
  index: number,
  { moves }: RuleRound,
  taken: Awaited<ReturnType<RuleProcesses["take"]>>,
  before: ModelState,
): ModelState {
  const committed = moves
    .flatMap((move, at): ObservedStep[] => {
      const step = taken[at];
      return step === undefined || !step.isCommitted ? [] : [{ ...step, move }];
    })
    .toSorted(inOrderOfCommits);
  let model = before;
  for (const { move, now, answer, rolling } of committed) {
    const reading: RollingUsage = (limit, group) => {
      const usage = rolling.get(`${limit} ${group}`);
      if (usage === undefined) throw new Error(`The core did not read ${limit} for ${group}.`);
      return usage;
    };
    const applied = applyStep(model, move.step, now, reading);
    model = applied.state;
    if (applied.answer === answer) continue;
    throw new Error(
      `Round ${index + 1}: ${JSON.stringify(move.step, jsonSafe)}\n  returned ${answer}\n  the model expects ${applied.answer}`,
    );
  }
  return model;
}

/** A group without changes read the state before the one that changed it. */
function inOrderOfCommits(left: ObservedStep, right: ObservedStep): number {
  if (left.version !== right.version) return left.version < right.version ? -1 : 1;
  return Number(left.isChange) - Number(right.isChange) || left.order - right.order;
}

export function jsonSafe(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}

function idsIn({ rounds }: RuleHistory): readonly string[] {
  const steps = rounds.flatMap(({ moves }) => moves.map(({ step }) => step));
  return [...new Set(steps.flatMap((step) => (step.kind === "propose" ? [step.id] : [])))];
}
