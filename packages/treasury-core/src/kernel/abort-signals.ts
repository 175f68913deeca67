export interface LinkedSignal {
  readonly signal: AbortSignal;
  unlink(): void;
}

/** `AbortSignal.any` would leave objects to the garbage collector for every turn and model request. */
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

/** Rejects when the signal aborts, because models and tools may ignore their signal. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Throws the signal's reason when it aborts. */
export async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  // One listener for all items, because an answer has thousands of pieces.
  let rejectNext: ((reason: unknown) => void) | null = null;
  const onAbort = (): void => rejectNext?.(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<Item>>((resolve, reject) => {
        rejectNext = reject;
        iterator.next().then(resolve, reject);
        if (signal.aborted) onAbort();
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not awaited, because a source that ignores the signal may never return.
    iterator.return?.().catch(() => undefined);
  }
}
