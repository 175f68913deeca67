import type { AgentTurnResult, TurnEvents, TurnStreamItem } from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  type TurnLog,
  type TurnName,
  type View,
  redact,
} from "@agent-treasury/provider";
import { lazily } from "@agent-treasury/provider/helpers";
import { linkSignals, unlessAborted } from "../../../kernel/abort-signals.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { stateOf } from "../../../kernel/views/read-treasury.ts";
import { viewShown } from "../../../kernel/views/shown-proposals.ts";
import { turnFailure, turnNotFound } from "../lease/turn-document.ts";
import { readTurnState, turnLogOf } from "../log/read-turn-log.ts";
import { failureOf } from "../log/turn-record.ts";
import type { TurnState } from "../log/turn-state.ts";
import type { TurnLimits } from "../turn-settings.ts";
import { type FollowedTurn, FollowedTurns } from "./followed-turns.ts";
import { interruptedResult, unreadState } from "./interrupted-turn.ts";
import { type LiveTurn, type StreamPosition, nextEvent } from "./live-turn.ts";
import type { RunningTurns } from "./running-turns.ts";

/** After its time limit a turn records its end, or another process does. */
const recordingMs = 30_000;

/**
 * Reads turns that run here from memory, and others from their log. Waits no longer than a turn may
 * take.
 */
export class TurnViews {
  readonly #engine: Engine;
  readonly #running: RunningTurns;
  readonly #log: TurnLog;
  readonly #followed: FollowedTurns;
  readonly #longestMs: number;

  constructor(engine: Engine, running: RunningTurns, { timeoutSeconds }: TurnLimits) {
    this.#engine = engine;
    this.#longestMs = timeoutSeconds * 1_000 + recordingMs;
    this.#running = running;
    const { storage, clock } = engine;
    this.#log = turnLogOf(engine);
    this.#followed = new FollowedTurns({ storage, log: this.#log, clock });
  }

  /**
   * `live` is the turn's run in this process, which may have ended.
   *
   * @throws TreasuryError `turn_not_found`, and the failure of a turn without effects.
   */
  async result(
    turn: TurnName,
    live: LiveTurn | null = this.#running.find(turn),
  ): Promise<AgentTurnResult> {
    const late = this.#lateness();
    try {
      return await unlessAborted(this.#awaited(turn, live, late.signal), late.signal);
    } catch (error) {
      if (!late.signal.aborted || live === null) throw error;
      return interruptedResult(live, late.signal.reason, this.#now());
    } finally {
      late.cancel();
    }
  }

  async #awaited(
    turn: TurnName,
    live: LiveTurn | null,
    signal: AbortSignal,
  ): Promise<AgentTurnResult> {
    if (live !== null) {
      await live.ended();
      const { end, state } = live;
      if (end?.kind !== "left" || this.#running.shutdown.aborted) {
        return this.#resultOf(turn, state, end?.error ?? null, live);
      }
    }
    const followed = this.#followed.join(turn);
    try {
      while (followed.end === null) {
        await followed.changes.next(signal);
        signal.throwIfAborted();
      }
      const { error } = followed.end;
      if (error !== null && live !== null) return interruptedResult(live, error, this.#now());
      return await this.#resultOf(turn, followed.state, error, live);
    } finally {
      this.#followed.leave(turn, followed);
    }
  }

  /** A signal that aborts when the turn must have ended. */
  #lateness(): { readonly signal: AbortSignal; cancel(): void } {
    const late = new AbortController();
    const over = new AbortController();
    const message = "The turn did not end in time, and may still run.";
    this.#engine.clock.sleep(this.#longestMs, over.signal).then(
      () => late.abort(new TreasuryError("turn_failed", message)),
      () => undefined,
    );
    return { signal: late.signal, cancel: () => over.abort("the turn was read") };
  }

  /** @throws TreasuryError `turn_not_found`, before the first item. */
  async *watch(
    turn: TurnName,
    after: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<TurnStreamItem> {
    const position = { sequence: sequenceOf(after), event: 0, answer: 0, piece: 0, offset: 0 };
    const live = this.#running.find(turn);
    if (live === null) await this.#stateOf(turn);
    yield { kind: "turn", turnId: turn.turnId };
    const late = this.#lateness();
    const stop = linkSignals(signal, late.signal);
    try {
      yield* this.#items(turn, live, position, { signal, late: late.signal, stop: stop.signal });
    } catch (error) {
      if (live === null || !isTreasuryError(error)) throw error;
      yield { kind: "result", result: interruptedResult(live, error, this.#now()) };
    } finally {
      stop.unlink();
      late.cancel();
    }
  }

  async *#items(
    turn: TurnName,
    live: LiveTurn | null,
    position: StreamPosition,
    { signal, late, stop }: WatchSignals,
  ): AsyncGenerator<TurnStreamItem> {
    if (live !== null) {
      yield* watchLive(live, position, stop);
      if (signal.aborted) return;
      late.throwIfAborted();
      const { end, state } = live;
      if (end?.kind !== "left") {
        yield await this.#lastItem(turn, state, end?.error ?? null, live);
        return;
      }
      // The stream ends without a result, and its reader reconnects to another process.
      if (this.#running.shutdown.aborted) return;
      position.event = 0;
    }
    const followed = this.#followed.join(turn);
    try {
      yield* watchFollowed(followed, position, stop);
      if (signal.aborted) return;
      late.throwIfAborted();
      yield await this.#lastItem(turn, followed.state, null, live);
    } finally {
      this.#followed.leave(turn, followed);
    }
  }

  async events(turn: TurnName, after: string | null): Promise<TurnEvents> {
    const state = await this.#stateOf(turn);
    const seen = sequenceOf(after);
    const shown = state.shown.filter(({ sequence }) => sequence > seen);
    const events = shown.map(({ sequence, event }) => ({ ...event, id: String(sequence) }));
    const isRunning = this.#running.find(turn) !== null;
    return { turnId: turn.turnId, status: isRunning ? "running" : statusOf(state), events };
  }

  async #stateOf(turn: TurnName): Promise<TurnState> {
    const state = await readTurnState(this.#log, turn);
    if (state.begun === null) throw turnNotFound(turn);
    return state;
  }

  async #resultOf(
    { workspaceId, turnId }: TurnName,
    { ended, waits, usage, shown }: TurnState,
    error: TreasuryError | null,
    live: LiveTurn | null,
  ): Promise<AgentTurnResult> {
    if (error !== null) throw error;
    if (ended?.failure) throw failureOf(ended.failure, this.#engine.clock.now());
    const result = {
      turnId,
      events: shown.map(({ event }) => event),
      assistant: ended?.assistant ?? waits?.assistant ?? "",
      awaitingApproval: ended?.awaitingApproval ?? waits !== null,
      usage,
    };
    const engine = this.#engine;
    try {
      const view = live?.viewAfter ?? (await this.#read(workspaceId));
      // A caller that does not read it pays nothing for its hundreds of records.
      const stateAfter = lazily(() => stateOf(engine, workspaceId, view()));
      return {
        ...result,
        get state() {
          return stateAfter();
        },
      };
    } catch (cause) {
      if (live === null) throw cause;
      return { ...result, ...unreadState(live, cause, this.#now()) };
    }
  }

  async #read(workspaceId: string): Promise<() => View> {
    const view = await viewShown(this.#engine.storage, workspaceId);
    return () => view;
  }

  #now(): number {
    return this.#engine.clock.now();
  }

  async #lastItem(
    turn: TurnName,
    state: TurnState,
    error: TreasuryError | null,
    live: LiveTurn | null,
  ): Promise<TurnStreamItem> {
    try {
      return { kind: "result", result: await this.#resultOf(turn, state, error, live) };
    } catch (cause) {
      const { message, remedy, code } = turnFailure(cause, "The turn failed unexpectedly.");
      // The HTTP layer sets `requestId`.
      const failure = { error: redact(`${message} ${remedy}`), code, requestId: "" };
      return { kind: "failure", failure };
    }
  }
}

interface WatchSignals {
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal;
  readonly late: AbortSignal;
  /** Aborts with either. */
  readonly stop: AbortSignal;
}

async function* watchLive(
  live: LiveTurn,
  position: StreamPosition,
  signal: AbortSignal,
): AsyncGenerator<TurnStreamItem> {
  live.watchers += 1;
  try {
    while (!signal.aborted) {
      const item = live.next(position);
      if (item !== null) yield item;
      else if (live.end !== null) return;
      else await live.changed(signal);
    }
  } finally {
    live.watchers -= 1;
  }
}

async function* watchFollowed(
  followed: FollowedTurn,
  position: StreamPosition,
  signal: AbortSignal,
): AsyncGenerator<TurnStreamItem> {
  const { state, changes } = followed;
  while (!signal.aborted) {
    const item = nextEvent(position, state.shown, state.shown.length, state.sequence);
    if (item !== null) yield item;
    else if (followed.end === null) await changes.next(signal);
    else if (followed.end.error === null) return;
    else throw followed.end.error;
  }
}

function statusOf({ ended, waits }: TurnState): TurnEvents["status"] {
  if (ended !== null) return "done";
  return waits === null ? "running" : "waiting";
}

/** An invalid id starts the stream at the first event. */
function sequenceOf(id: string | null): number {
  return id !== null && /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
