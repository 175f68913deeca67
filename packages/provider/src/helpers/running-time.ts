/** A moment at which a machine began to run, or ceased to. */
export interface RunningChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly running: boolean;
}

/**
 * How long a machine ran until `now`, in milliseconds: what machine hosts report as `uptimeMs`. The
 * changes come in any order; one that repeats the state before it counts for nothing, and of two at one
 * moment the later in the list comes later.
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
  // A host's clock may be ahead of ours: its newest moment is no time that went backwards.
  return since === null ? total : total + Math.max(0, now - since);
}
