import type { Clock } from "@agent-treasury/provider";

const maximumAgeMs = 60_000;
const maximumErrorMs = 2_000;
/** More than what two processes take for the same moment are ever apart. */
const furthestApartMs = 5_000;

/**
 * The storage's clock, estimated between loads: money's days follow the storage, not the process. An
 * estimate is given up after a minute, and when the machine's clock and elapsed time disagree, as after
 * a sleep or when somebody set the clock. It may be ahead of the storage by what a load took, never
 * behind: what a reader saw expire, no later command finds still waiting. A load that took longer than
 * two seconds tells nothing, for whoever is far ahead takes leases from those who hold them.
 *
 * So it goes back with the next load, and it is right to: were it kept from that, it would stay ahead by
 * the slowest load that there ever was, and the next process would still know nothing of it. What must
 * not go back is a workspace's time, and that is kept with the workspace: see `workspaceTime`.
 */
export class StorageClock {
  readonly #clock: Clock;
  #storageNow = 0;
  #wall = 0;
  #elapsed = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Called when a load is sent; what it returns takes note of what the load said. */
  beginLoad(): (storageNow: number) => void {
    const wall = this.#clock.now();
    const elapsed = this.#clock.monotonic();
    return (storageNow) => {
      if (this.#clock.monotonic() - elapsed > maximumErrorMs) return;
      this.#storageNow = storageNow;
      this.#wall = wall;
      this.#elapsed = elapsed;
    };
  }

  /** Milliseconds since 1970 by the storage's clock; null when a load must tell. */
  estimate(): number | null {
    const elapsed = this.#clock.monotonic() - this.#elapsed;
    const wall = this.#clock.now() - this.#wall;
    if (elapsed > maximumAgeMs || Math.abs(wall - elapsed) > maximumErrorMs) return null;
    // The storage tells whole milliseconds, and had begun the next one already.
    return Math.ceil(this.#storageNow + elapsed);
  }
}

/**
 * The time of a workspace that was last written at `writtenAt`, for whoever takes it to be `told`:
 * never before what was written, so that what one process dated no other finds in the future. A clock
 * that goes back further than two estimates are apart was set, and counts as it is.
 */
export function workspaceTime(told: number, writtenAt: number): number {
  const backMs = writtenAt - told;
  return backMs > 0 && backMs <= furthestApartMs ? writtenAt : told;
}
