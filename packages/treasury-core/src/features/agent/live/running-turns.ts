import { TreasuryError, type Clock, type TurnName } from "@agent-treasury/provider";
import type { TurnCaller } from "../../../http/principal.ts";
import { CallerPermits } from "../../../kernel/caller-permits.ts";
import { retryLater } from "../../../kernel/errors.ts";
import type { LeasedTurn } from "../steps/turn-run.ts";
import type { RunEnd, TurnLimits } from "../turn-settings.ts";
import { type LiveTurn, turnNameText } from "./live-turn.ts";

/** The share of permits that one caller may hold. */
const operatorShare = 1 / 2;
const anonymousShare = 1 / 4;

export class RunningTurns {
  readonly #clock: Clock;
  readonly #limits: TurnLimits;
  readonly #live: Map<string, LiveTurn> = new Map();
  readonly #runs: Set<Promise<RunEnd>> = new Set();
  readonly #shutdown: AbortController = new AbortController();
  readonly #drained: AbortController = new AbortController();
  readonly #permits: CallerPermits = new CallerPermits();
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
   * Returns a function that returns the permit. `caller` is null for turns that the process itself
   * starts, which may use all permits.
   *
   * @throws TreasuryError `too_many_turns`, `shutting_down`.
   */
  acquirePermit(caller: TurnCaller | null): () => void {
    if (this.#isClosed) throw new TreasuryError("shutting_down", "The treasury is shutting down.");
    const { concurrentTurns } = this.#limits;
    if (this.#permits.count >= concurrentTurns) {
      throw retryLater("too_many_turns", `${concurrentTurns} turns are already running.`, 5);
    }
    if (caller !== null) {
      const share = caller.isAnonymous ? anonymousShare : operatorShare;
      const most = Math.ceil(concurrentTurns * share);
      if (this.#permits.countOf(caller.id) >= most) {
        const message = `${most} turns of this caller are already running.`;
        throw retryLater("too_many_turns", message, 5);
      }
    }
    return this.#permits.take(caller?.id ?? null);
  }

  find(turn: TurnName): LiveTurn | null {
    return this.#live.get(turnNameText(turn)) ?? null;
  }

  track({ live, returnPermit }: LeasedTurn, run: Promise<RunEnd>): Promise<RunEnd> {
    const name = turnNameText(live.turn);
    this.#live.set(name, live);
    const tracked = run.then((end) => {
      // The turn may have been acquired again after its release.
      if (this.#live.get(name) === live) this.#live.delete(name);
      this.#runs.delete(tracked);
      returnPermit();
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
