import { appendFileSync } from "node:fs";
import { setImmediate as yielded } from "node:timers/promises";
import { isTreasuryError } from "@agent-treasury/provider";
import { createTreasury } from "@agent-treasury/treasury-core";
import { seededRandom } from "test-suites/histories";
import { openStore } from "../stores/store.ts";
import { type MeteredCall, type MeterTask, usdOf } from "./meter-task.ts";
import { leave, ownTask, readyToGo, toldToStop } from "./own-task.ts";

/** A process that calls a scripted model until the tab takes no reservation, and reports its costs. */
const { store, tabId, journalPath, callers, seed } = ownTask() as MeterTask;
const storage = openStore(store);
const treasury = createTreasury({
  baseUrl: "http://localhost:3000",
  storage,
  recoverySeconds: false,
  onFailure: () => {},
});
const random = seededRandom(seed);
const stopping = new AbortController();

/** Written before the next step, so that a kill loses nothing of it. */
function note(call: MeteredCall): void {
  appendFileSync(journalPath, `${JSON.stringify(call)}\n`);
}

/** From 1 to 100 % of the worst case. */
function usageOf(worst: number): number {
  return Math.max(1, Math.ceil((worst * (1 + random.below(100))) / 100));
}

async function callOnce(): Promise<boolean> {
  const worst = 200 + random.below(2_000);
  try {
    const reserved = await treasury.tabs.reserve({
      tabId,
      amountUsd: usdOf(worst),
      meter: "scripted",
    });
    const { number } = reserved;
    note({ number, worst });
    await yielded();
    const usage = usageOf(worst);
    note({ number, worst, usage });
    // A stream that the caller aborts: the provider counts it, and the meter does not learn how much.
    if (random.below(10) > 0)
      await treasury.tabs.settle({ tabId, number, amountUsd: usdOf(usage) });
    return true;
  } catch (error) {
    if (isTreasuryError(error) && error.code === "service_busy") return true;
    if (isTreasuryError(error) && /^tab_(exhausted|closed)$/.test(error.code)) return false;
    throw error;
  }
}

async function caller(): Promise<void> {
  while (!stopping.signal.aborted) if (!(await callOnce())) return;
}

await readyToGo();
void toldToStop().then(() => stopping.abort());
await Promise.all(Array.from({ length: callers }, caller));
await treasury.close();
await storage.close();
leave();
