import { setTimeout as sleep } from "node:timers/promises";

const looks = 20;
const pauseMs = 100;

/**
 * Polls for two seconds. A host rejects an operation while a concurrent one is still in progress,
 * so its result may appear a moment later.
 */
export async function lookAgain<Found>(
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (let left = looks; left > 0; left -= 1) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(pauseMs);
  }
  return undefined;
}
