import {
  TreasuryError,
  isTreasuryError,
  type LanguageModel,
  type TurnName,
} from "@agent-treasury/provider";
import type { Engine } from "../../treasury/engine.ts";
import { turnLogOf } from "../journal/read-journal.ts";
import { type JournalParts, TurnJournal } from "../journal/turn-journal.ts";
import { isTurnLost } from "../journal/turn-lost.ts";
import type { TurnMemory } from "../journal/turn-memory.ts";
import { keepLease } from "../lease/keep-lease.ts";
import { type Leaving, type TurnLease, type TurnRest, leaveTurn } from "../lease/turn-commands.ts";
import { linkSignals } from "../linked-signal.ts";
import { LiveTurn } from "../live/live-turn.ts";
import type { RunEnd } from "../live/run-end.ts";
import type { TokenBudget } from "../token-budget/token-budget.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import type { TurnLimits } from "../turn-settings.ts";
import type { TurnTracing } from "../turn-tracing.ts";
import { goOn } from "./go-on.ts";
import { type TurnBreak, runToRest } from "./run-to-rest.ts";
import type { TurnRun } from "./turn-run.ts";

/** What every run of a turn in this process runs on. */
export interface LaunchParts {
  readonly engine: Engine;
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  readonly instructions: string;
  readonly limits: TurnLimits;
  readonly tracing: TurnTracing;
  readonly tokens: TokenBudget;
  /** Aborts when the process ends. */
  readonly leaving: AbortSignal;
}

/** A turn that was taken for a run here. */
export interface Launch {
  readonly turn: TurnName;
  readonly lease: TurnLease;
  /** As in `TurnRun`. */
  readonly epoch: number;
  readonly memory: TurnMemory;
  readonly journal: TurnJournal;
  readonly live: LiveTurn;
  /** Aborts when somebody else has the turn. */
  readonly losing: AbortController;
  /** Aborts when whoever asked for the turn stops it; null for nobody. */
  readonly callerSignal: AbortSignal | null;
  /** As in `TurnRun`. */
  readonly endsHere: boolean;
  /** Told of a failure in place of the deployment, which hears of it by way of a request; null for nobody. */
  readonly onFailure: OnTurnFailure | null;
}

/** Told why a turn failed before anything happened. */
export type OnTurnFailure = (failure: TreasuryError) => void;

/** Makes what keeps a run's records, and what shows them while it runs. */
export function prepareLaunch(
  engine: Engine,
  taken: Pick<
    Launch,
    "turn" | "lease" | "epoch" | "memory" | "callerSignal" | "endsHere" | "onFailure"
  > & {
    /** Milliseconds since 1970 at which the turn's records may go. */
    readonly expiresAt: number;
  },
): Launch {
  const { expiresAt, ...launch } = taken;
  const { turn, lease, memory } = launch;
  const live = new LiveTurn(turn, memory);
  const losing = new AbortController();
  const parts: JournalParts = {
    log: turnLogOf(engine),
    turn,
    writer: lease.writer,
    expiresAt,
    clock: engine.clock,
    isWatched: () => live.watchers > 0,
    onDurable: (sequence) => live.show(sequence),
    onLost: (lost) => losing.abort(lost),
  };
  const journal = new TurnJournal(parts, memory);
  return { ...launch, journal, live, losing };
}

/**
 * Runs a turn until it rests, or is lost, and lets go of it. `begin` is what comes before its next step.
 * Never rejects; the end says what became of it.
 */
export function launchTurn(
  parts: LaunchParts,
  launch: Launch,
  begin: (run: TurnRun) => Promise<void>,
): Promise<RunEnd> {
  const isResumed = launch.memory.steps > 0;
  return parts.tracing.turn(launch.turn, isResumed, () => runAndLeave(parts, launch, begin));
}

async function runAndLeave(
  parts: LaunchParts,
  launch: Launch,
  begin: (run: TurnRun) => Promise<void>,
): Promise<RunEnd> {
  const { engine, limits } = parts;
  const { turn, lease, memory, journal, losing, callerSignal } = launch;
  const over = new AbortController();
  // Of this run alone: what stopped it while it came to rest must not stop the one after a decision.
  const cut = new AbortController();
  const stop = linkSignals(losing.signal, cut.signal, ...(callerSignal ? [callerSignal] : []));
  const asking = linkSignals(stop.signal, parts.leaving);
  void keepLease(lease, {
    engine,
    workspaceId: turn.workspaceId,
    timeoutMs: Math.ceil(limits.timeoutSeconds * 1_000),
    over: over.signal,
    stop: (reason) => cut.abort(reason),
  });
  let end: RunEnd;
  let rest: TurnRest;
  try {
    const run = turnRunOf(parts, launch, stop.signal, asking.signal);
    await begin(run);
    const broke = await runToRest(run);
    if (broke !== null) tell(broke, launch, engine);
    end = { kind: "rests", error: broke?.hadEffects === false ? broke.failure : null };
    rest = restOf(memory);
  } catch (error) {
    end = { kind: "left", error: await reasonToLeave(parts, journal, stop.signal, error) };
    rest = { status: "running" };
  }
  // With a reason, since to make one up takes longer than all the rest of an end.
  over.abort("the run is over");
  stop.unlink();
  asking.unlink();
  journal.abandon();
  const left = await leave(parts, launch, rest);
  if (left?.kind !== "decided") return end;
  // Each time around the model hears what became of its calls, and it is asked a bounded number of times.
  // It goes on for whoever decided, as it does when it is taken up; but a caller who waits still waits.
  const { isEarlierEpoch } = left;
  const endsHere = launch.endsHere && callerSignal?.aborted !== true;
  return runAndLeave(parts, { ...launch, callerSignal: null, endsHere }, (run) =>
    goOn(run, engine.storage, { cause: "resume", isEarlierEpoch }),
  );
}

/** A turn that could not be let go of runs out by itself, and its records say how it stands. */
async function leave(
  { engine }: LaunchParts,
  { turn, lease }: Launch,
  rest: TurnRest,
): Promise<Leaving | void> {
  return engine.committer.run(turn.workspaceId, leaveTurn(lease, rest)).catch(engine.report);
}

/** A caller who gets a result, or who went away, would tell nobody that the turn broke off. */
function tell(
  { hadEffects, error, failure }: TurnBreak,
  { onFailure }: Launch,
  { report }: Engine,
): void {
  if (!hadEffects && onFailure !== null) onFailure(failure);
  // Whoever ends a process knows that it ends.
  else if (failure.code !== "shutting_down") report(error);
}

function turnRunOf(
  parts: LaunchParts,
  launch: Launch,
  signal: AbortSignal,
  askingSignal: AbortSignal,
): TurnRun {
  const { engine, model, tools, limits, instructions, tracing, tokens, leaving } = parts;
  const { turn, epoch, memory, journal, live, endsHere } = launch;
  return {
    turn,
    epoch,
    model,
    tools,
    instructions,
    openings: new Map(),
    limits,
    clock: engine.clock,
    memory,
    journal,
    live,
    tracing,
    tokens,
    signal,
    askingSignal,
    leaving,
    endsHere,
  };
}

function restOf({ ended, awaiting }: TurnMemory): TurnRest {
  // What failed with nothing done may be asked for again under the same key.
  if (ended !== null) return { status: "done", forgetKey: ended.failure !== null };
  const waitsFor = [...new Set([...awaiting.values()].map(({ id }) => id))];
  return { status: "waiting", waitsFor };
}

/** Why a run stopped before its turn rested. What is noted is kept where it can be: it happened. */
async function reasonToLeave(
  { engine, leaving }: LaunchParts,
  journal: TurnJournal,
  stop: AbortSignal,
  error: unknown,
): Promise<TreasuryError> {
  if (leaving.aborted) {
    await journal.flush().catch(engine.report);
    return new TreasuryError("shutting_down", "The treasury is shutting down.");
  }
  const reason: unknown = isTurnLost(stop.reason) && !isTurnLost(error) ? stop.reason : error;
  if (!isTurnLost(reason) || reason.cause !== undefined) engine.report(reason);
  return isTreasuryError(reason) ? reason : new TreasuryError("turn_failed", "The turn was cut.");
}
