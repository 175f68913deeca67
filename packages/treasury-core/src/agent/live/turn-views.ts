import type { AgentTurnResult, TurnEvents, TurnStreamItem } from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  type TurnLog,
  type TurnName,
  redact,
} from "@agent-treasury/provider";
import type { Engine } from "../../treasury/engine.ts";
import { readJournal, turnLogOf } from "../journal/read-journal.ts";
import type { TurnMemory } from "../journal/turn-memory.ts";
import { turnNotFound } from "./follow-turn.ts";
import { FollowedTurns } from "./followed-turns.ts";
import type { LiveTurn, WatchedPlace } from "./live-turn.ts";
import type { RunningTurns } from "./running-turns.ts";
import { statusOf, turnResult } from "./turn-result.ts";
import { placeAfter, watchFollowed, watchLive } from "./watch-turn.ts";

/** What others see of turns: of those that run here as they run, of all others by their records. */
export class TurnViews {
  readonly #engine: Engine;
  readonly #running: RunningTurns;
  readonly #log: TurnLog;
  readonly #followed: FollowedTurns;

  constructor(engine: Engine, running: RunningTurns) {
    this.#engine = engine;
    this.#running = running;
    const { storage, clock } = engine;
    this.#log = turnLogOf(engine);
    this.#followed = new FollowedTurns({ storage, log: this.#log, clock });
  }

  /** Waits until the turn rests. */
  async result(turn: TurnName): Promise<AgentTurnResult> {
    const live = this.#running.find(turn);
    if (live !== null) {
      await live.ended();
      if (!this.#goesOnElsewhere(live)) return this.#resultOf(live);
    }
    const followed = this.#followed.join(turn);
    try {
      while (followed.end === null) await followed.news.next();
      const { error } = followed.end;
      if (error !== null) throw error;
      return await turnResult(this.#engine, turn, followed.memory);
    } finally {
      this.#followed.leave(turn, followed);
    }
  }

  /** The turn as it happens; fails before the first item where there is no such turn. */
  async *watch(
    turn: TurnName,
    after: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<TurnStreamItem> {
    const place = placeAfter(sequenceOf(after));
    const live = this.#running.find(turn);
    if (live === null) await this.#known(turn);
    yield { kind: "turn", turnId: turn.turnId };
    if (live === null) return yield* this.#watchElsewhere(turn, place, signal);
    yield* watchLive(live, place, signal);
    if (signal.aborted) return;
    if (live.end?.kind === "left") {
      // Whoever is cut off by the end of this process comes back to another one.
      if (this.#running.leaving.aborted) return;
      place.event = 0;
      return yield* this.#watchElsewhere(turn, place, signal);
    }
    yield await this.#lastItem(() => this.#resultOf(live));
  }

  async *#watchElsewhere(
    turn: TurnName,
    place: WatchedPlace,
    signal: AbortSignal,
  ): AsyncGenerator<TurnStreamItem> {
    const followed = this.#followed.join(turn);
    try {
      yield* watchFollowed(followed, place, signal);
      if (signal.aborted) return;
      yield await this.#lastItem(() => turnResult(this.#engine, turn, followed.memory));
    } finally {
      this.#followed.leave(turn, followed);
    }
  }

  /** What happened in a turn so far, and where it stands. */
  async events(turn: TurnName, after: string | null): Promise<TurnEvents> {
    const memory = await this.#known(turn);
    const place = sequenceOf(after);
    const shown = memory.shown.filter(({ sequence }) => sequence > place);
    const events = shown.map(({ sequence, event }) => ({ ...event, id: String(sequence) }));
    const isRunning = this.#running.find(turn) !== null;
    return { turnId: turn.turnId, status: isRunning ? "running" : statusOf(memory), events };
  }

  async #known(turn: TurnName): Promise<TurnMemory> {
    const memory = await readJournal(this.#log, turn);
    if (memory.begun === null) throw turnNotFound(turn);
    return memory;
  }

  #goesOnElsewhere({ end }: LiveTurn): boolean {
    return end?.kind === "left" && !this.#running.leaving.aborted;
  }

  async #resultOf({ turn, memory, end }: LiveTurn): Promise<AgentTurnResult> {
    if (end !== null && end.error !== null) throw end.error;
    return turnResult(this.#engine, turn, memory);
  }

  async #lastItem(result: () => Promise<AgentTurnResult>): Promise<TurnStreamItem> {
    try {
      return { kind: "result", result: await result() };
    } catch (error) {
      const { message, remedy, code } = isTreasuryError(error)
        ? error
        : new TreasuryError("turn_failed", "The turn failed unexpectedly.", { cause: error });
      // The request's id is for the one who knows the request to fill in.
      const failure = { error: redact(`${message} ${remedy}`), code, requestId: "" };
      return { kind: "failure", failure };
    }
  }
}

/** The sequence that an event's id stands for; from the first event on unless it is one. */
function sequenceOf(id: string | null): number {
  return id !== null && /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
