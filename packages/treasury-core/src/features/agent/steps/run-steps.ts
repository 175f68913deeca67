import { Micros, TreasuryError, isTreasuryError, redact } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { builtInAgentId } from "../../../kernel/ledger/agent-ids.ts";
import {
  type Freeze,
  freezesBeside,
  freezesInHead,
  frozenError,
  presentFreezes,
  stopsAgent,
} from "../../freezes/index.ts";
import { turnFailure } from "../lease/turn-document.ts";
import type { OpenCall } from "../log/open-answer.ts";
import { isLeaseLost } from "../log/turn-log-writer.ts";
import { endedRecord, recordFailure } from "../log/turn-record.ts";
import type { TurnState } from "../log/turn-state.ts";
import { askModel } from "./ask-model.ts";
import { rememberState, runCall } from "./run-call.ts";
import { type TurnRun, addEvent } from "./turn-run.ts";

const maximumRecoveries = 3;

export interface TurnFailure {
  readonly error: unknown;
  readonly failure: TreasuryError;
  /** If false, the caller gets the failure instead of a result. */
  readonly hadEffects: boolean;
}

/**
 * Runs a turn until it waits for approvals or is over. Returns the failure that interrupted it.
 *
 * @throws LeaseLost, and any error at shutdown if another process continues the turn.
 */
export async function runSteps(run: TurnRun): Promise<TurnFailure | null> {
  const { state, log, signal, endsWithProcess, deps } = run;
  const { limits, shutdown, tracing } = deps;
  let failed: TurnFailure | null = null;
  let { freezes } = run;
  try {
    for (;;) {
      const next = nextAction(state, limits.steps);
      if (next.kind === "none") break;
      if (next.kind === "wait" || next.kind === "end") await closeTab(run);
      if (next.kind === "wait") {
        log.add({ kind: "waits", assistant: waitingMessage(state) });
      } else if (next.kind === "end") {
        if (next.problem !== null) addEvent(run, { kind: "error", message: next.problem });
        log.add(endedRecord(next.assistant));
      } else {
        shutdown.throwIfAborted();
        const isAsk = next.kind === "ask";
        if (isAsk) await checkNotFrozen(run, freezes);
        freezes = null;
        await tracing.step(isAsk ? state.steps + 1 : state.steps, async () => {
          if (isAsk) await askModel(run);
          await runCalls(run);
        });
      }
    }
  } catch (error) {
    if (isLeaseLost(error) || isLeaseLost(signal.reason)) throw error;
    if (shutdown.aborted && !endsWithProcess) throw error;
    await closeTab(run);
    failed = recordEnd(run, error);
  }
  await log.flush();
  return failed;
}

/** The ledger has what the calls cost before readers receive the result. Without it, the tab ends later. */
async function closeTab({ tab, deps }: TurnRun): Promise<void> {
  await tab?.close().catch(deps.engine.report);
}

async function runCalls(run: TurnRun): Promise<void> {
  for (;;) {
    run.deps.shutdown.throwIfAborted();
    const next = nextAction(run.state, run.deps.limits.steps);
    if (next.kind !== "call") return;
    const { name } = next.call;
    const isWrite = run.deps.tools.byName.get(name)?.effect === "write";
    const view = isWrite ? await rememberState(run) : null;
    await checkNotFrozen(run, view && freezesInHead(view.head));
    await runCall(run, next.call);
  }
}

/**
 * @param own the freezes of the workspace if they were just read.
 * @throws TreasuryError `frozen` if the workspace or the built-in agent is frozen.
 */
async function checkNotFrozen(
  { deps: { engine }, turn: { workspaceId } }: TurnRun,
  own: readonly Freeze[] | null,
): Promise<void> {
  const [freezes = []] =
    own === null ? await presentFreezes(engine, [workspaceId]) : [await freezesBeside(engine, own)];
  const stopping = freezes.find((freeze) => stopsAgent(freeze, builtInAgentId));
  if (stopping !== undefined) throw frozenError(stopping);
}

type NextAction =
  | { readonly kind: "ask" }
  | { readonly kind: "call"; readonly call: OpenCall }
  | { readonly kind: "wait" }
  | { readonly kind: "end"; readonly assistant: string; readonly problem: string | null }
  | { readonly kind: "none" };

/** Depends on the state alone, so that every process decides the same. */
function nextAction(state: TurnState, maximumSteps: number): NextAction {
  const { answer, awaiting, ended, waits, steps, recoveries } = state;
  if (ended !== null || waits !== null) return { kind: "none" };
  if (recoveries > maximumRecoveries) {
    const problem = `The processes that ran the turn stopped ${recoveries} times at the same step.`;
    return { kind: "end", assistant: `The turn was interrupted: ${problem}`, problem };
  }
  const call = answer?.openCall ?? null;
  if (call !== null) return { kind: "call", call };
  if (awaiting.size > 0) return { kind: "wait" };
  if (answer !== null && answer.answered.calls.length === 0) {
    const assistant = answer.answered.said || "The agent gave no answer.";
    return { kind: "end", assistant, problem: null };
  }
  if (steps < maximumSteps) return { kind: "ask" };
  const problem = `The turn reached its limit of ${maximumSteps} steps.`;
  return { kind: "end", assistant: `${problem} Ask again to continue.`, problem };
}

function waitingMessage({ answer, awaiting }: TurnState): string {
  if (answer !== null && answer.answered.said !== "") return answer.answered.said;
  const spends = new Map([...awaiting.values()].map((proposal) => [proposal.id, proposal]));
  const shown = [...spends.values()].map(
    ({ amountUsd, vendor }) =>
      `${Micros.formatUsd(amountFromUsd(amountUsd, "amountUsd"))} to ${vendor}`,
  );
  return `Waiting for a person to decide: ${shown.join("; ")}.`;
}

/** A turn that had effects ends with a result, because a failure would hide them. */
function recordEnd(run: TurnRun, error: unknown): TurnFailure {
  const { state, log, deps } = run;
  const { hasEffects: hadEffects, awaiting } = state;
  const failure = failureFrom(run, error);
  const message = redact(failure.message);
  if (hadEffects) {
    const shown = `${message} Completed actions are not undone.`;
    addEvent(run, { kind: "error", message: shown });
    log.add(endedRecord(`The turn was interrupted: ${shown}`, awaiting.size > 0));
  } else {
    const recorded = recordFailure(failure, message, deps.engine.clock.now());
    log.add({ ...endedRecord(message), failure: recorded });
  }
  return { error, failure, hadEffects };
}

function failureFrom({ signal, deps }: TurnRun, error: unknown): TreasuryError {
  if (deps.shutdown.aborted) {
    const message = "The treasury is shutting down, and the turn was stopped.";
    return new TreasuryError("shutting_down", message);
  }
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    if (isTreasuryError(reason)) return reason;
    return new TreasuryError("turn_failed", "The caller disconnected, and the turn was stopped.");
  }
  return turnFailure(error, "The turn failed unexpectedly.");
}
