import { TreasuryError, type Clock, type TurnName } from "@agent-treasury/provider";
import type { TurnCaller, TurnLimits } from "../turn-settings.ts";
import type { LiveTurn } from "./live-turn.ts";
import type { RunEnd } from "./run-end.ts";
import { turnNameText } from "./turn-name-text.ts";

/** Of a process's permits, the part that one caller may hold at once. */
const operatorShare = 1 / 2;
const anonymousShare = 1 / 4;

/** A permit for one turn among those that a process may run. Leaving it again has no effect. */
export interface Seat {
  leave(): void;
}

/** The turns that run in this process: a bounded number, each of them to be seen while it runs. */
export class RunningTurns {
  readonly #clock: Clock;
  readonly #limits: TurnLimits;
  readonly #live: Map<string, LiveTurn> = new Map();
  readonly #runs: Set<Promise<RunEnd>> = new Set();
  readonly #leaving: AbortController = new AbortController();
  /** Aborts when no turn is left to wait for. */
  readonly #rested: AbortController = new AbortController();
  #seats = 0;
  readonly #seatsOf: Map<string, number> = new Map();
  #isClosed = false;

  constructor(clock: Clock, limits: TurnLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Aborts when the process ends: turns stop where another process can go on. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /**
   * Takes a permit; `caller` is null for the process itself, which may take all of them.
   *
   * @throws TreasuryError `too_many_turns`, `shutting_down`.
   */
  takeSeat(caller: TurnCaller | null): Seat {
    if (this.#isClosed) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
    const { concurrentTurns } = this.#limits;
    if (this.#seats >= concurrentTurns) {
      throw tooManyTurns(`${concurrentTurns} turns are under way already.`);
    }
    if (caller !== null) {
      const share = caller.isAnonymous ? anonymousShare : operatorShare;
      const most = Math.ceil(concurrentTurns * share);
      if (this.#heldBy(caller) >= most) {
        throw tooManyTurns(`${most} turns of this caller are under way already.`);
      }
    }
    this.#count(caller, 1);
    let isLeft = false;
    return {
      leave: () => {
        if (!isLeft) this.#count(caller, -1);
        isLeft = true;
      },
    };
  }

  #heldBy({ id }: TurnCaller): number {
    return this.#seatsOf.get(id) ?? 0;
  }

  #count(caller: TurnCaller | null, change: 1 | -1): void {
    this.#seats += change;
    if (caller === null) return;
    const held = this.#heldBy(caller) + change;
    if (held === 0) this.#seatsOf.delete(caller.id);
    else this.#seatsOf.set(caller.id, held);
  }

  /** A turn that runs here, null when it does not. */
  find(turn: TurnName): LiveTurn | null {
    return this.#live.get(turnNameText(turn)) ?? null;
  }

  /** Follows a run to its end. Nothing of it is kept afterwards. */
  follow(live: LiveTurn, seat: Seat, run: Promise<RunEnd>): Promise<RunEnd> {
    const name = turnNameText(live.turn);
    this.#live.set(name, live);
    const followed = run.then((end) => {
      // It may have been taken up again since it was let go of.
      if (this.#live.get(name) === live) this.#live.delete(name);
      this.#runs.delete(followed);
      seat.leave();
      live.finish(end);
      return end;
    });
    this.#runs.add(followed);
    return followed;
  }

  /** Turns that do not rest within a while stop from then on, where another process goes on. */
  leaveSoon(): void {
    void this.#clock.sleep(this.#limits.drainSeconds * 1_000, this.#rested.signal).then(
      () => this.#leaving.abort(),
      () => undefined,
    );
  }

  /** Begins no more turns; resolves when those under way rest, or were left. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    while (this.#runs.size > 0) await Promise.all(this.#runs);
    this.#rested.abort();
  }
}

function tooManyTurns(message: string): TreasuryError {
  return new TreasuryError("too_many_turns", message, { headers: { "retry-after": "5" } });
}
