import { setTimeout as sleep } from "node:timers/promises";

const patienceMs = 60_000;

/**
 * Polls until the condition holds.
 *
 * @param what - The awaited condition, for the message.
 * @throws Error when it does not hold within a minute.
 */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs);
  while (!isSo()) {
    if (patience.aborted) throw new Error(`Waited a minute for ${what}.`);
    await sleep(2);
  }
}
