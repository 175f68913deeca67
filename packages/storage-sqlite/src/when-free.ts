import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./sqlite-error.ts";

const defaultPatienceMs = 10_000;
const longestPauseMs = 20;

/**
 * Retries while another process writes, because SQLite's own waiting would block the process.
 * Pauses are random, so that processes do not retry in step.
 */
export async function whenFree<Result>(
  work: () => Result | Promise<Result>,
  patienceMs: number = defaultPatienceMs,
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(1 + Math.random() * Math.min(2 ** attempt, longestPauseMs));
  }
}
