/** A moment at which a machine started or stopped running. */
export interface RunningChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly running: boolean;
}

/**
 * Returns how long a machine ran until `now`, in milliseconds: the `uptimeMs` of a machine host.
 * The changes may be in any order. A change that repeats the previous state is ignored. Of two
 * changes at the same moment, the later one in the list is applied last.
 *
 * @example
 * runningMs([{ at: 0, running: true }, { at: 60_000, running: false }], Date.now()); // 60000
 */
export function runningMs(changes: readonly RunningChange[], now: number): number {
  let total = 0;
  let since: number | null = null;
  for (const { at, running } of changes.toSorted((left, right) => left.at - right.at)) {
    if (running) since ??= at;
    else if (since !== null) {
      total += at - since;
      since = null;
    }
  }
  // The host's clock may be ahead of ours.
  return since === null ? total : total + Math.max(0, now - since);
}
