import { setTimeout as sleep } from "node:timers/promises";

/** Longer than anything takes that a test waits for. */
const patienceMs = 60_000;

/**
 * Looks every few milliseconds, until it is so.
 *
 * @param what - What is waited for, for the message.
 * @throws Error when it is not so within a minute.
 */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs);
  while (!isSo()) {
    if (patience.aborted) throw new Error(`Waited a minute for ${what}.`);
    await sleep(2);
  }
}
