import { TreasuryError, isTreasuryError, redact } from "@agent-treasury/provider";
import { endedRecord } from "../journal/journal-record.ts";
import { recordFailure } from "../journal/recorded-failure.ts";
import { isTurnLost } from "../journal/turn-lost.ts";
import { askModel } from "./ask-model.ts";
import { nextAction, waitingWords } from "./next-action.ts";
import { runCall } from "./run-call.ts";
import { type TurnRun, noteEvent } from "./turn-run.ts";

/** Why a turn broke off, and whether its caller is told by a failure, for nothing had happened. */
export interface TurnBreak {
  readonly error: unknown;
  readonly failure: TreasuryError;
  readonly hadEffects: boolean;
}

/**
 * Runs a turn until it waits for people or is over, and its records say so durably. Gives why it broke
 * off, null when it did not.
 *
 * @throws TurnLost when somebody else has the turn, or when the process ends: it is then to be taken up again.
 */
export async function runToRest(run: TurnRun): Promise<TurnBreak | null> {
  let broke: TurnBreak | null = null;
  try {
    await runSteps(run);
  } catch (error) {
    if (isTurnLost(error) || isTurnLost(run.signal.reason)) throw error;
    if (run.leaving.aborted && !run.endsHere) throw error;
    broke = breakOff(run, error);
  }
  await run.journal.flush();
  return broke;
}

async function runSteps(run: TurnRun): Promise<void> {
  const { memory, journal, limits, leaving, tracing } = run;
  for (;;) {
    const next = nextAction(memory, limits.steps);
    if (next.kind === "rest") return;
    if (next.kind === "ask" || next.kind === "call") leaving.throwIfAborted();
    if (next.kind === "ask") await tracing.step(memory.steps + 1, () => runStep(run));
    else if (next.kind === "call") await tracing.step(memory.steps, () => runCalls(run));
    else if (next.kind === "wait") journal.note({ kind: "waits", assistant: waitingWords(memory) });
    else {
      if (next.problem !== null) noteEvent(run, { kind: "error", message: next.problem });
      journal.note(endedRecord(next.assistant));
    }
  }
}

async function runStep(run: TurnRun): Promise<void> {
  await askModel(run);
  await runCalls(run);
}

/** Runs the calls of the newest answer that were not run. */
async function runCalls(run: TurnRun): Promise<void> {
  for (;;) {
    run.leaving.throwIfAborted();
    const next = nextAction(run.memory, run.limits.steps);
    if (next.kind !== "call") return;
    await runCall(run, next.call);
  }
}

/** Ends a turn that failed. Money that moved is never hidden behind a failure. */
function breakOff(run: TurnRun, error: unknown): TurnBreak {
  const { memory, journal } = run;
  const { hasEffects: hadEffects, awaiting } = memory;
  const failure = failureOf(run, error);
  const message = redact(failure.message);
  if (hadEffects) {
    const told = `${message} What was done before stays done.`;
    noteEvent(run, { kind: "error", message: told });
    journal.note(endedRecord(`The turn broke off: ${told}`, awaiting.size > 0));
  } else {
    const recorded = recordFailure(failure, message, run.clock.now());
    journal.note({ ...endedRecord(message), failure: recorded });
  }
  return { error, failure, hadEffects };
}

function failureOf({ signal, leaving }: TurnRun, error: unknown): TreasuryError {
  if (leaving.aborted) {
    return new TreasuryError(
      "shutting_down",
      "The treasury is shutting down, and the turn was stopped.",
    );
  }
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    return isTreasuryError(reason)
      ? reason
      : new TreasuryError("turn_failed", "The caller went away, and the turn was stopped.");
  }
  if (isTreasuryError(error)) return error;
  return new TreasuryError("turn_failed", "The turn failed unexpectedly.", { cause: error });
}
