export interface PluginMaintenance {
  /** Waits for a run in flight instead of a second one. A stopped run does not fail. */
  run(): Promise<void>;
  /** Aborts a run and waits for it. */
  stop(): Promise<void>;
}

export function pluginMaintenance(
  maintain: (signal: AbortSignal) => Promise<void>,
): PluginMaintenance {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  return {
    run: () => {
      if (stopped.signal.aborted) return Promise.resolve();
      running ??= Promise.resolve()
        .then(() => maintain(stopped.signal))
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) throw error;
        })
        .finally(() => {
          running = null;
        });
      return running;
    },
    stop: async () => {
      stopped.abort();
      await running?.catch(() => undefined);
    },
  };
}
