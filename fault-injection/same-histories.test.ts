import type { Storage } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  type Met,
  historyClock,
  runHistory,
  seededRandom,
  formatHistory,
  writeHistory,
} from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { expectMet, hangMs, seedOfRun, printCounts, times } from "./long.ts";
import { type FaultCounts, addCounts } from "./simulation/counts.ts";
import { seededFaults } from "./simulation/faults.ts";
import { simulatedProcesses } from "./simulation/simulated-processes.ts";
import { openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const histories = times(12, 420);

/** Opens connections of two processes to a new storage of each kind. */
function openEach(now: () => number): Readonly<Record<string, readonly Storage[]>> {
  const memory = memoryStorage({ now });
  const file = { kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) } as const;
  const database = postgres.newStore();
  return {
    memory: [memory, memory],
    SQLite: [openStore(file, now), openStore(file, now)],
    PostgreSQL: [openStore(database, now), openStore(database, now)],
  };
}

interface Lived extends Met {
  readonly counts: FaultCounts;
  /** The newest entry's hash, and the number of commits. */
  readonly end: string;
}

/** Runs a seed's history with crashes and failed calls. */
async function live(seed: number, storages: readonly Storage[], clock: Clock): Promise<Lived> {
  const written = writeHistory(seed);
  const history = { ...written, settings: { ...written.settings, faults: true } };
  const workspaceId = `history-${seed}`;
  const random = seededRandom(seed ^ 0xfa11);
  const stage = { storages, workspaceId, clock };
  const choose = (waiting: number): number => random.below(waiting);
  const processes = simulatedProcesses(history, stage, choose, seededFaults(random));
  try {
    const met = await runHistory(history, stage, processes);
    const [snapshot] = (await storages[0]?.load([{ workspaceId, keys: [] }])) ?? [];
    const end = `${snapshot?.head?.version} ${snapshot?.head?.lastHash}`;
    return { ...met, counts: processes.counts, end };
  } catch (error) {
    throw new Error(`The history of FAULT_SEED=${seed} went wrong.\n${formatHistory(history)}`, {
      cause: error,
    });
  }
}

type Clock = ReturnType<typeof historyClock>;

describe("random histories with crashes and failed calls", () => {
  it(
    `have the same result in memory, on SQLite and on PostgreSQL, ${histories} of them`,
    async () => {
      const firstSeed = seedOfRun();
      const clock = historyClock(0);
      const opened = openEach(clock.now);
      const lived: Lived[] = [];
      for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
        const seen: Record<string, string> = {};
        for (const [name, storages] of Object.entries(opened)) {
          const one = await live(seed, storages, clock);
          seen[name] = [...one.seen, one.end].join("\n\n");
          lived.push(one);
        }
        expect(seen["SQLite"], `FAULT_SEED=${seed}`).toBe(seen["memory"]);
        expect(seen["PostgreSQL"], `FAULT_SEED=${seed}`).toBe(seen["memory"]);
      }
      for (const storages of Object.values(opened)) for (const one of storages) await one.close();
      const met = addCounts(lived.map(({ counts }) => counts));
      const executed = lived.reduce((sum, one) => sum + one.executed, 0);
      printCounts(`${lived.length} histories from seed ${firstSeed} on`, { executed, ...met });
      // Histories without changes or faults would prove nothing.
      expect(executed).toBeGreaterThan(histories);
      expect(met.deaths).toBeGreaterThan(histories);
      const { strays, failedReads, turns, commits } = met;
      expectMet({ strays, failedReads, turns, ...commits });
    },
    hangMs,
  );
});
