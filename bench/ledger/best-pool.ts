import { callInParallel } from "../harness/call-in-parallel.ts";
import type { Arena, LedgerContestant } from "./ledger-contestant.ts";

const sizes = [1, 2, 4, 8, 16, 32];

/**
 * Finds the pool size with which a contestant is fastest: too few connections leave the server
 * idle, and too many wait for each other's locks.
 */
export async function findBestPool(
  contestant: LedgerContestant,
  arena: Arena,
  seconds: number,
): Promise<number> {
  const { callers, workspaces } = arena.load;
  let best = { connections: 1, perSecond: 0 };
  for (const connections of sizes.filter((size) => size <= callers)) {
    const ledger = await contestant.open(arena, connections);
    const call = (): Promise<void> => ledger.spend(Math.floor(Math.random() * workspaces));
    try {
      // Opens connections and plans statements before the measurement.
      await callInParallel({ callers, seconds: seconds / 2, call });
      const { perSecond } = await callInParallel({ callers, seconds, call });
      if (perSecond > best.perSecond) best = { connections, perSecond };
    } finally {
      await ledger.close();
    }
  }
  return best.connections;
}
