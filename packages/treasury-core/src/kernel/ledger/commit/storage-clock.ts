import type { Clock } from "@agent-treasury/provider";

const maximumAgeMs = 60_000;
const maximumErrorMs = 2_000;
/** A bound above the difference between two processes' estimates. */
const furthestApartMs = 5_000;

/**
 * Estimates the storage's clock between loads, because business days follow storage time. An
 * estimate expires after a minute, or when wall time and elapsed time disagree.
 *
 * The estimate may be ahead by the duration of the load, but is never behind, so that a command
 * cannot find open what a reader saw expire. Loads over two seconds are ignored: a process far
 * ahead would take leases that others still hold.
 *
 * The next load may move the estimate back. `workspaceTime` prevents that for a workspace.
 */
export class StorageClock {
  readonly #clock: Clock;
  #storageNow = 0;
  #wall = 0;
  #elapsed = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call the returned function with the load's storage time. */
  beginLoad(): (storageNow: number) => void {
    const wall = this.#clock.now();
    const elapsed = this.#clock.monotonic();
    return (storageNow) => {
      // Also false for NaN.
      if (!(this.#clock.monotonic() - elapsed <= maximumErrorMs)) return;
      this.#storageNow = storageNow;
      this.#wall = wall;
      this.#elapsed = elapsed;
    };
  }

  /** Null if a load is required first. */
  estimate(): number | null {
    const elapsed = this.#clock.monotonic() - this.#elapsed;
    const wall = this.#clock.now() - this.#wall;
    const isUsable = elapsed <= maximumAgeMs && Math.abs(wall - elapsed) <= maximumErrorMs;
    if (!isUsable) return null;
    // Storage time is truncated to milliseconds.
    return Math.ceil(this.#storageNow + elapsed);
  }
}

/**
 * Never before `writtenAt`, so that no process sees records from the future. A larger step back
 * means that the storage's clock was set.
 */
export function workspaceTime(told: number, writtenAt: number): number {
  const backMs = writtenAt - told;
  return backMs > 0 && backMs <= furthestApartMs ? writtenAt : told;
}
