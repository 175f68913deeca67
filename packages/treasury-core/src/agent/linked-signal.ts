/** A signal that follows others. */
export interface LinkedSignal {
  /** Aborts with the reason of the first of them that does. */
  readonly signal: AbortSignal;
  /** Lets go of them. */
  unlink(): void;
}

/**
 * Follows signals until it is told to let go. `AbortSignal.any` leaves the letting go to the garbage
 * collector, which then has something to finalise for every turn and every question to a model.
 */
export function linkSignals(...sources: readonly AbortSignal[]): LinkedSignal {
  const linked = new AbortController();
  const listeners = sources.map((source) => {
    const abort = (): void => linked.abort(source.reason);
    if (source.aborted) abort();
    else source.addEventListener("abort", abort);
    return () => source.removeEventListener("abort", abort);
  });
  return {
    signal: linked.signal,
    unlink: () => {
      for (const remove of listeners) remove();
    },
  };
}
