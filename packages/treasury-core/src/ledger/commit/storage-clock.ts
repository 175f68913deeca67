import type { Clock } from "../../ports/clock.ts";

const maximumAgeMs = 60_000;
const maximumDisagreementMs = 2_000;

/**
 * The storage's clock, estimated between loads: money's days follow the storage, not the process. An
 * estimate is given up after a minute, and when the machine's clock and elapsed time disagree, as after
 * a sleep or when somebody set the clock. It may be ahead of the storage by what a load took, never
 * behind: what a reader saw expire, no later command finds still waiting.
 */
export class StorageClock {
  readonly #clock: Clock;
  #storageNow = 0;
  #wall = 0;
  #elapsed = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a load; what it returns takes note of what the load said. */
  beginLoad(): (storageNow: number) => void {
    const wall = this.#clock.now();
    const elapsed = this.#clock.monotonic();
    return (storageNow) => {
      this.#storageNow = storageNow;
      this.#wall = wall;
      this.#elapsed = elapsed;
    };
  }

  /** Milliseconds since 1970 by the storage's clock; null when a load must tell. */
  estimate(): number | null {
    const elapsed = this.#clock.monotonic() - this.#elapsed;
    const wall = this.#clock.now() - this.#wall;
    if (elapsed > maximumAgeMs || Math.abs(wall - elapsed) > maximumDisagreementMs) return null;
    // The storage tells whole milliseconds, and had begun the next one already.
    return Math.ceil(this.#storageNow + elapsed);
  }
}
