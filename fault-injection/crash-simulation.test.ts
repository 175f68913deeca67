import {
  type History,
  runHistory,
  seededRandom,
  formatHistory,
  writeHistory,
} from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { hangMs, seedOfRun, printCounts, times } from "./long.ts";
import { type FaultCounts, addCounts } from "./simulation/counts.ts";
import { type Faults, crashAt, noFaults } from "./simulation/faults.ts";
import { type SimulatedProcesses, simulatedProcesses } from "./simulation/simulated-processes.ts";
import { type SimulatedStore, simulatedStore } from "./simulation/stages.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();

/** Runs a seed's history with its faults. */
async function live(
  seed: number,
  store: SimulatedStore,
  faults: Faults,
): Promise<SimulatedProcesses> {
  const written = writeHistory(seed);
  const history: History = { ...written, settings: { ...written.settings, faults: true } };
  const random = seededRandom(seed ^ 0xdead);
  const stage = store.newStage();
  const choose = (waiting: number): number => random.below(waiting);
  const processes = simulatedProcesses(history, stage, choose, faults);
  await runHistory(history, stage, processes).catch((cause: unknown) => {
    throw new Error(`The history of FAULT_SEED=${seed}:\n${formatHistory(history)}`, { cause });
  });
  return processes;
}

/** Runs a seed's history once for every call and response at which its process can crash. */
async function liveThroughEveryDeath(seed: number, store: SimulatedStore): Promise<FaultCounts[]> {
  const undisturbed = (await live(seed, store, noFaults)).steps;
  const met: FaultCounts[] = [];
  const dieAt = async (step: number, isStray: boolean): Promise<FaultCounts> => {
    const { counts } = await live(seed, store, crashAt(step, isStray)).catch((cause: unknown) => {
      const commit = isStray ? "lands all the same" : "is lost with it";
      const event = `${step} of ${undisturbed}`;
      throw new Error(`A process dies before event ${event}, and what it sent ${commit}.`, {
        cause,
      });
    });
    met.push(counts);
    return counts;
  };
  for (let step = 1; step <= undisturbed; step += 1) {
    const { strays } = await dieAt(step, true);
    if (strays > 0) await dieAt(step, false);
  }
  return met;
}

describe("a process that crashes before each of its calls and responses, and restarts", () => {
  const { TEST_FAULTS, TEST_LONG } = process.env;
  const stores = [
    ["memory", times(1, 300), () => simulatedStore({ kind: "memory" })],
    ["SQLite", times(1, 80), () => simulatedStore({ kind: "sqlite", path: pathOf("deaths.db") })],
    ["PostgreSQL", times(1, 60), () => simulatedStore(postgres.newStore())],
  ] as const;
  const isUsual = (TEST_FAULTS ?? TEST_LONG) === undefined;

  it.each(isUsual ? stores.slice(0, 1) : stores)(
    "matches the model on %s in at least %i histories",
    async (name, histories, open) => {
      const store = open();
      const firstSeed = seedOfRun();
      const met: FaultCounts[] = [];
      let counts = addCounts(met);
      let lived = 0;
      // A history of a few denials has hardly a call to crash at, so others follow it.
      while (lived < histories || counts.deaths <= histories * 10 || counts.strays <= histories) {
        met.push(...(await liveThroughEveryDeath(firstSeed + lived, store)));
        counts = addCounts(met);
        lived += 1;
      }
      await store.close();
      printCounts(`${lived} histories on ${name} from seed ${firstSeed} on`, counts);
      // Each run has one crash.
      expect(counts.deaths).toBe(met.length);
    },
    hangMs,
  );
});
