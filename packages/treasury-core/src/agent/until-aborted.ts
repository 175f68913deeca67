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
  try {
    for (;;) {
      const next = await unlessAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: what does not listen may never return either.
    iterator.return?.().catch(() => undefined);
  }
}
