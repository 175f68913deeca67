import { setTimeout as sleep } from "node:timers/promises";

const looks = 20;
const pauseMs = 100;

/**
 * Looks until there is something, for two seconds. A host refuses what somebody else is about to do
 * before that one has done it, so what was refused may come true a moment later.
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
