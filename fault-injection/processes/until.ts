import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls until the condition holds.
 *
 * @param what - The awaited condition, for the message.
 * @throws Error when it does not hold in time.
 */
export async function until(
  what: string,
  isSo: () => boolean,
  patienceMs: number = 300_000,
): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs);
  while (!isSo()) {
    if (patience.aborted) throw new Error(`Waited ${patienceMs / 1_000} seconds for ${what}.`);
    await sleep(2);
  }
}
