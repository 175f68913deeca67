import type { AgentTurnResult, TurnEvents, TurnStreamItem } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError } from "../../errors.ts";
import type { TurnName } from "../../ports/turn-log.ts";
import { redact } from "../../redact.ts";
import type { Engine } from "../../treasury/engine.ts";
import { readJournal, turnLogOf } from "../journal/read-journal.ts";
import { TurnMemory } from "../journal/turn-memory.ts";
import type { RunningTurns } from "../running-turns.ts";
import { type FollowParts, followTurn, turnNotFound } from "./follow-turn.ts";
import type { LiveTurn } from "./live-turn.ts";
import { statusOf, turnResult } from "./turn-result.ts";
import { placeAfter, watchFollowed, watchLive } from "./watch-turn.ts";

/** What others see of turns: of those that run here as they run, of all others by their records. */
export class TurnViews {
  readonly #engine: Engine;
  readonly #running: RunningTurns;
  readonly #parts: FollowParts;

  constructor(engine: Engine, running: RunningTurns) {
    this.#engine = engine;
    this.#running = running;
    const { storage, clock } = engine;
    const log = turnLogOf(engine);
    this.#parts = { storage, log, clock };
  }

  /** Waits until the turn rests. */
  async result(turn: TurnName): Promise<AgentTurnResult> {
    const live = this.#running.find(turn);
    if (live !== null) {
      while (live.end === null) await live.changed();
      if (!this.#goesOnElsewhere(live)) return this.#resultOf(live);
    }
    const memory = new TurnMemory();
    const { signal } = new AbortController();
    const news = followTurn(this.#parts, turn, memory, signal);
    while ((await news.next()).done !== true);
    return turnResult(this.#engine, turn, memory);
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
    let memory = live?.memory;
    if (live !== null) yield* watchLive(live, place, signal);
    if (live === null || (live.end !== null && this.#goesOnElsewhere(live))) {
      memory = new TurnMemory();
      place.event = 0;
      yield* watchFollowed(this.#parts, turn, memory, place, signal);
    }
    if (signal.aborted || memory === undefined) return;
    yield await this.#lastItem(() => turnResult(this.#engine, turn, memory));
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
    const memory = await readJournal(this.#parts.log, turn);
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
