import { stat } from "node:fs/promises";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { openChargedTab } from "./charged-tab.ts";

/** A tab of many charges on SQLite. */
export interface LongTab {
  readonly chargesPerSecond: number;
  readonly bytesPerCharge: number;
  readonly entries: number;
  readonly readMs: number;
  readonly closeMs: number;
  readonly verifySeconds: number;
}

const callers = 256;

export async function measureLongTab(
  path: string,
  count: number,
  progress: (text: string) => void,
): Promise<LongTab> {
  const tab = await openChargedTab(sqliteStorage({ path }));
  const { treasury, tabId } = tab;
  const begun = performance.now();
  let made = 0;
  const caller = async (): Promise<void> => {
    while (made < count) {
      made += 1;
      if (made % 100_000 === 0) progress(`${made} charges`);
      await tab.charge();
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const chargesPerSecond = made / ((performance.now() - begun) / 1_000);
  const readMs = await duration(() => treasury.tabs.read({ tabId }));
  const closeMs = await duration(() => treasury.tabs.close({ tabId }));
  const { postings } = await treasury.tabs.charges({ tabId });
  const verifyMs = await duration(async () => {
    const { valid, problem } = await treasury.verify();
    if (!valid) throw new Error(`The ledger is not valid: ${problem}`);
  });
  await tab.check();
  const { size } = await stat(path);
  return {
    chargesPerSecond,
    bytesPerCharge: size / made,
    entries: postings,
    readMs,
    closeMs,
    verifySeconds: verifyMs / 1_000,
  };
}

async function duration(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
