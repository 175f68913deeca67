import {
  runHistory,
  seededRandom,
  tellHistory,
  writeHistory,
} from "@agent-treasury/testing/histories";
import { afterAll, describe, expect, it } from "vitest";
import { limitMs, seedOfRun, tellCounts, times } from "./long.ts";
import { underEverySchedule } from "./simulation/every-schedule.ts";
import { type Misfortunes, goodFortune } from "./simulation/misfortunes.ts";
import { historyOfRace, races } from "./simulation/races.ts";
import { simulatedProcesses } from "./simulation/simulated-processes.ts";
import { type SimulatedStore, simulatedStore } from "./simulation/stages.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const opened: SimulatedStore[] = [];
const stores: Readonly<Record<string, () => SimulatedStore>> = {
  memory: () => simulatedStore({ kind: "memory" }),
  SQLite: () => simulatedStore({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) }),
  PostgreSQL: () => simulatedStore(postgres.newStore()),
};
afterAll(() => Promise.all(opened.map((store) => store.close())));

function openStoreOf(name: string): SimulatedStore {
  const store = stores[name]?.();
  if (store === undefined) throw new Error(`There is no storage ${name}.`);
  opened.push(store);
  return store;
}

/** The answer to the `nth` commit is lost, and it lands whenever the schedule lets it. */
function lateCommit(nth: number): Misfortunes {
  let commits = 0;
  return {
    ...goodFortune,
    ofCommit: () => {
      commits += 1;
      return commits === nth ? "late" : "none";
    },
  };
}

describe("the calls of two processes, in every order that they may reach the storage and come back in", () => {
  it.each(races)("end as the model says: $name", async (race) => {
    const store = openStoreOf("memory");
    const ends = new Set<string>();
    let orders = 0;
    for (const history of [historyOfRace(race, 0), historyOfRace(race, 1)]) {
      orders += await underEverySchedule(50_000, async (choose, path) => {
        const stage = store.newStage();
        const processes = simulatedProcesses(history, stage, choose, goodFortune);
        const met = await runHistory(history, stage, processes).catch((cause: unknown) => {
          throw new Error(`Wrong in the order ${path.join("")}.\n${tellHistory(history)}`, {
            cause,
          });
        });
        ends.add(met.seen.at(-1) ?? "");
      });
    }
    tellCounts(race.name, { orders, ends: ends.size });
    expect(orders).toBeGreaterThan(70);
    expect(ends.size).toBe(race.ends);
  });

  it.each(races)("also when the first commit of the race lands late: $name", async (race) => {
    const history = historyOfRace({ ...race, racing: race.racing.slice(0, 1) }, 0);
    const store = openStoreOf("memory");
    // Every step before the race made one commit.
    const late = race.before.length + 1;
    let met = 0;
    const orders = await underEverySchedule(50_000, async (choose, path) => {
      const stage = store.newStage();
      const processes = simulatedProcesses(history, stage, choose, lateCommit(late));
      await runHistory(history, stage, processes).catch((cause: unknown) => {
        throw new Error(`Wrong in the order ${path.join("")}.\n${tellHistory(history)}`, { cause });
      });
      met += processes.counts.commits.late;
    });
    expect(orders).toBeGreaterThan(1);
    expect(met).toBe(orders);
  });
});

describe("random histories in a random order of calls", () => {
  it.each([
    ["memory", times(2_000)],
    ["SQLite", times(200)],
    ["PostgreSQL", times(200)],
  ])(
    "are explained by the model, on %s, %i of them",
    async (name, count) => {
      const store = openStoreOf(name);
      const firstSeed = seedOfRun();
      let steps = 0;
      for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
        const history = { ...writeHistory(seed) };
        const random = seededRandom(seed ^ 0x0dd);
        const stage = store.newStage();
        const choose = (waiting: number): number => random.below(waiting);
        const processes = simulatedProcesses(history, stage, choose, goodFortune);
        await runHistory(history, stage, processes).catch((cause: unknown) => {
          throw new Error(`Wrong with BATTERY_SEED=${seed}.\n${tellHistory(history)}`, { cause });
        });
        steps += processes.steps;
      }
      tellCounts(`${count} schedules on ${name} from seed ${firstSeed} on`, { steps });
      expect(steps).toBeGreaterThan(count * 20);
    },
    limitMs(120_000),
  );
});
