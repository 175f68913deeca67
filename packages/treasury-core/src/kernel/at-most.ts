import type { Clock } from "@agent-treasury/provider";

/** Waits for the end, but not longer. Returns whether it ended. */
export async function atMost(
  ms: number,
  clock: Clock,
  end: Promise<unknown> | undefined,
): Promise<boolean> {
  if (end === undefined) return true;
  const ended = new AbortController();
  const late = clock.sleep(ms, ended.signal).catch(() => undefined);
  const isEnded = await Promise.race([end.then(() => true), late.then(() => false)]);
  ended.abort();
  return isEnded;
}
