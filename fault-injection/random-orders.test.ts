import { runHistory, seededRandom, formatHistory, writeHistory } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { hangMs, seedOfRun, printCounts, times } from "./long.ts";
import { noFaults } from "./simulation/faults.ts";
import { simulatedProcesses } from "./simulation/simulated-processes.ts";
import { simulatedStore } from "./simulation/stages.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();

describe("random histories in a random order of calls", () => {
  it.each([
    ["memory", times(30, 670), () => simulatedStore({ kind: "memory" })],
    ["SQLite", times(8, 250), () => simulatedStore({ kind: "sqlite", path: pathOf("orders.db") })],
    ["PostgreSQL", times(8, 250), () => simulatedStore(postgres.newStore())],
  ])(
    "match the model on %s, %i of them",
    async (name, count, open) => {
      const store = open();
      const firstSeed = seedOfRun();
      let steps = 0;
      for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
        const history = writeHistory(seed);
        const random = seededRandom(seed ^ 0x0dd);
        const stage = store.newStage();
        const choose = (waiting: number): number => random.below(waiting);
        const processes = simulatedProcesses(history, stage, choose, noFaults);
        await runHistory(history, stage, processes).catch((cause: unknown) => {
          throw new Error(`Wrong with FAULT_SEED=${seed}.\n${formatHistory(history)}`, { cause });
        });
        steps += processes.steps;
      }
      await store.close();
      printCounts(`${count} orders on ${name} from seed ${firstSeed} on`, { steps });
      expect(steps).toBeGreaterThan(count * 15);
    },
    hangMs,
  );
});
