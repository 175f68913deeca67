/**
 * Settles as the promise does, or rejects with the signal's reason when that comes first: models and
 * tools are other people's code, and one that does not listen must not keep a turn for ever.
 */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

/** The items of a source until the signal aborts; it then throws the signal's reason. */
export async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  // One listener for all items: an answer comes in thousands of pieces.
  let giveUp: ((reason: unknown) => void) | null = null;
  const onAbort = (): void => giveUp?.(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<Item>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
        if (signal.aborted) onAbort();
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not waited for: what does not listen may never return either.
    iterator.return?.().catch(() => undefined);
  }
}
