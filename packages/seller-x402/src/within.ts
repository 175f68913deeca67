import type { Clock } from "@agent-treasury/provider";

/** Null if the call rejects or takes too long. */
export async function within<Answer>(
  clock: Clock,
  timeoutMs: number,
  call: () => Promise<Answer>,
): Promise<Answer | null> {
  const waiting = new AbortController();
  const timeout = clock.sleep(timeoutMs, waiting.signal).then(
    () => null,
    () => null,
  );
  try {
    return await Promise.race([call(), timeout]);
  } catch {
    return null;
  } finally {
    waiting.abort();
  }
}
