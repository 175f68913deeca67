import { TreasuryError, type Clock, type TurnName } from "@agent-treasury/provider";
import type { TurnCaller } from "../../../http/principal.ts";
import type { RunEnd, TurnLimits } from "../turn-settings.ts";
import { type LiveTurn, turnNameText } from "./live-turn.ts";

/** The share of permits that one caller may hold. */
const operatorShare = 1 / 2;
const anonymousShare = 1 / 4;

export interface Permit {
  release(): void;
}

interface TrackedTurn {
  readonly live: LiveTurn;
  readonly permit: Permit;
}

export class RunningTurns {
  readonly #clock: Clock;
  readonly #limits: TurnLimits;
  readonly #live: Map<string, LiveTurn> = new Map();
  readonly #runs: Set<Promise<RunEnd>> = new Set();
  readonly #shutdown: AbortController = new AbortController();
  readonly #drained: AbortController = new AbortController();
  #permits = 0;
  readonly #permitsOf: Map<string, number> = new Map();
  #isClosed = false;

  constructor(clock: Clock, limits: TurnLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Aborts when the drain time ends, so that another process can continue the turns. */
  get shutdown(): AbortSignal {
    return this.#shutdown.signal;
  }

  /**
   * `caller` is null for turns that the process itself starts, which may use all permits.
   *
   * @throws TreasuryError `too_many_turns`, `shutting_down`.
   */
  acquirePermit(caller: TurnCaller | null): Permit {
    if (this.#isClosed) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
    const { concurrentTurns } = this.#limits;
    if (this.#permits >= concurrentTurns) {
      throw tooManyTurns(`${concurrentTurns} turns are already running.`);
    }
    if (caller !== null) {
      const share = caller.isAnonymous ? anonymousShare : operatorShare;
      const most = Math.ceil(concurrentTurns * share);
      if (this.#permitsFor(caller) >= most) {
        throw tooManyTurns(`${most} turns of this caller are already running.`);
      }
    }
    this.#count(caller, 1);
    let isReleased = false;
    return {
      release: () => {
        if (!isReleased) this.#count(caller, -1);
        isReleased = true;
      },
    };
  }

  #permitsFor({ id }: TurnCaller): number {
    return this.#permitsOf.get(id) ?? 0;
  }

  #count(caller: TurnCaller | null, change: 1 | -1): void {
    this.#permits += change;
    if (caller === null) return;
    const permits = this.#permitsFor(caller) + change;
    if (permits === 0) this.#permitsOf.delete(caller.id);
    else this.#permitsOf.set(caller.id, permits);
  }

  find(turn: TurnName): LiveTurn | null {
    return this.#live.get(turnNameText(turn)) ?? null;
  }

  track({ live, permit }: TrackedTurn, run: Promise<RunEnd>): Promise<RunEnd> {
    const name = turnNameText(live.turn);
    this.#live.set(name, live);
    const tracked = run.then((end) => {
      // The turn may have been acquired again after its release.
      if (this.#live.get(name) === live) this.#live.delete(name);
      this.#runs.delete(tracked);
      permit.release();
      live.finish(end);
      return end;
    });
    this.#runs.add(tracked);
    return tracked;
  }

  beginShutdown(): void {
    void this.#clock.sleep(this.#limits.drainSeconds * 1_000, this.#drained.signal).then(
      () => this.#shutdown.abort(),
      () => undefined,
    );
  }

  async drain(): Promise<void> {
    this.#isClosed = true;
    while (this.#runs.size > 0) await Promise.all(this.#runs);
    this.#drained.abort();
  }
}

function tooManyTurns(message: string): TreasuryError {
  return new TreasuryError("too_many_turns", message, { headers: { "retry-after": "5" } });
}
