/** Runs the changes of one message, by its key, one after another. */
export type ChangesInOrder = (message: string, change: () => Promise<void>) => Promise<void>;

/** Otherwise a slow change would replace a newer one. */
export function changesInOrder(): ChangesInOrder {
  const last = new Map<string, Promise<void>>();
  return async (message, change) => {
    const run = (last.get(message) ?? Promise.resolve()).then(change, change);
    last.set(message, run);
    try {
      await run;
    } finally {
      if (last.get(message) === run) last.delete(message);
    }
  };
}
