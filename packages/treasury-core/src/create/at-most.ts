import type { Clock } from "@agent-treasury/provider";

/** Waits for the end, but not longer. */
export async function atMost(
  ms: number,
  clock: Clock,
  end: Promise<unknown> | undefined,
): Promise<void> {
  if (end === undefined) return;
  const ended = new AbortController();
  await Promise.race([end, clock.sleep(ms, ended.signal).catch(() => undefined)]);
  ended.abort();
}
