import { TreasuryError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TurnName } from "../../ports/turn-log.ts";
import type { TurnLimits } from "../turn-settings.ts";
import type { LiveTurn } from "./live-turn.ts";
import type { RunEnd } from "./run-end.ts";
import { turnNameText } from "./turn-name-text.ts";

/** A place for one turn among those that a process may run. Left once, however often that is said. */
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
  #isClosed = false;

  constructor(clock: Clock, limits: TurnLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Aborts when the process ends: turns stop where another process can go on. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** @throws TreasuryError `too_many_turns`, `shutting_down`. */
  takeSeat(): Seat {
    if (this.#isClosed) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
    const { concurrentTurns } = this.#limits;
    if (this.#seats >= concurrentTurns) {
      const message = `${concurrentTurns} turns are under way already.`;
      throw new TreasuryError("too_many_turns", message, { headers: { "retry-after": "5" } });
    }
    this.#seats += 1;
    let isLeft = false;
    return {
      leave: () => {
        if (!isLeft) this.#seats -= 1;
        isLeft = true;
      },
    };
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
