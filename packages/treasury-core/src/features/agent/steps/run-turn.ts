import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { linkSignals } from "../../../kernel/abort-signals.ts";
import { viewAfter } from "../../../kernel/views/shown-proposals.ts";
import { renewLease } from "../lease/renew-lease.ts";
import { type ReleaseStatus, releaseTurn } from "../lease/turn-commands.ts";
import { isLeaseLost } from "../log/turn-log-writer.ts";
import type { TurnState } from "../log/turn-state.ts";
import type { RunEnd } from "../turn-settings.ts";
import { recordResumption } from "./record-resumption.ts";
import { rememberState } from "./run-call.ts";
import { type TurnFailure, runSteps } from "./run-steps.ts";
import type { LeasedTurn, TurnRun } from "./turn-run.ts";

/**
 * Runs a turn until it waits for approvals, is over, or loses its lease. Never rejects. Runs it again if its
 * proposals were decided before it could be released as waiting.
 */
export function runTurn(leased: LeasedTurn): Promise<RunEnd> {
  const { deps, turn, lease, state } = leased;
  const { committer, report } = deps.engine;
  const isResumed = state.steps > 0;
  return deps.tracing.turn(turn, isResumed, async () => {
    let current = leased;
    for (;;) {
      const { run, close } = openRun(current);
      let end: RunEnd;
      let status: ReleaseStatus;
      try {
        if (state.hasEffects) await rememberState(run);
        if (run.resumption !== null) await recordResumption(run, run.resumption);
        const failed = await runSteps(run);
        if (failed !== null) reportFailure(run, failed);
        end = { kind: "rests", error: failed?.hadEffects === false ? failed.failure : null };
        status = pausedStatus(state);
      } catch (error) {
        end = { kind: "left", error: await reasonOfStop(run, error) };
        status = { status: "running" };
      }
      close();
      // If the release fails, the lease expires.
      const released = await committer
        .run(turn.workspaceId, releaseTurn(lease, status, state.hasReadOutside))
        .catch(report);
      if (released?.kind === "released") {
        leased.live.viewAfter = committer.seen(turn.workspaceId, viewAfter);
      }
      if (released?.kind !== "decided") return end;
      current = continued(current, released.isEarlierEpoch);
    }
  });
}

/**
 * The decision came from another caller, so the first caller's signal no longer stops the turn. The limit of
 * steps also limits the continuations.
 */
function continued(leased: LeasedTurn, isEarlierEpoch: boolean): LeasedTurn {
  const endsWithProcess = leased.endsWithProcess && leased.callerSignal?.aborted !== true;
  const resumption = { cause: "resume", isEarlierEpoch, proposals: [] } as const;
  return { ...leased, resumption, freezes: null, callerSignal: null, endsWithProcess };
}

function openRun(leased: LeasedTurn): { readonly run: TurnRun; close(): void } {
  const { deps, turn, startedBy, log, lost, callerSignal } = leased;
  const over = new AbortController();
  // One per run, because a timeout during the release must not stop the next run.
  const timeout = new AbortController();
  const caller = callerSignal === null ? [] : [callerSignal];
  const stop = linkSignals(lost.signal, timeout.signal, ...caller);
  const asking = linkSignals(stop.signal, deps.shutdown);
  const { workspaceId, turnId: key } = turn;
  const use = { workspaceId, key, scope: "turn", purpose: "Model calls of a turn" } as const;
  void renewLease(leased, over.signal, (reason) => timeout.abort(reason));
  return {
    run: {
      ...leased,
      signal: stop.signal,
      askingSignal: asking.signal,
      openings: new Map(),
      tab: deps.openTab?.(use, startedBy) ?? null,
    },
    close: () => {
      // A string, because creating the default reason is slow.
      over.abort("the run is over");
      stop.unlink();
      asking.unlink();
      log.discard();
    },
  };
}

/** They are no failures of the deployment. */
const expectedStops: ReadonlySet<string> = new Set(["shutting_down", "frozen"]);

/** The caller of a turn with effects receives a result, so the deployment receives the failure. */
function reportFailure({ deps, onFailure }: TurnRun, failed: TurnFailure): void {
  const { hadEffects, error, failure } = failed;
  if (!hadEffects && onFailure !== null) onFailure(failure);
  else if (!expectedStops.has(failure.code)) deps.engine.report(error);
}

function pausedStatus({ ended, awaiting }: TurnState): ReleaseStatus {
  // If the turn failed without effects, its key can start a new turn.
  if (ended !== null) return { status: "done", forgetKey: ended.failure !== null };
  const waitsFor = [...new Set([...awaiting.values()].map(({ id }) => id))];
  return { status: "waiting", waitsFor };
}

/** Returns why the run stopped. At shutdown, also persists pending records. */
async function reasonOfStop(
  { deps: { engine, shutdown }, log, signal }: TurnRun,
  error: unknown,
): Promise<TreasuryError> {
  if (shutdown.aborted) {
    await log.flush().catch(engine.report);
    return new TreasuryError("shutting_down", "The treasury is shutting down.");
  }
  const reason: unknown = isLeaseLost(signal.reason) && !isLeaseLost(error) ? signal.reason : error;
  if (!isLeaseLost(reason) || reason.cause !== undefined) engine.report(reason);
  return isTreasuryError(reason)
    ? reason
    : new TreasuryError("turn_failed", "The turn was interrupted.");
}
