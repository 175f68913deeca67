import type { Clock } from "@agent-treasury/provider";

const failuresInARow = 5;
const pauseMs = 30_000;

/** Stops calls to an upstream for 30 s after five transport failures in a row. */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #pausedUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isPaused(): boolean {
    return this.#failures >= failuresInARow && this.#clock.monotonic() < this.#pausedUntil;
  }

  failed(): void {
    this.#failures += 1;
    this.#pausedUntil = this.#clock.monotonic() + pauseMs;
  }

  answered(): void {
    this.#failures = 0;
  }
}
