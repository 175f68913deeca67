import { runHistory, formatHistory } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { isLong, printCounts } from "./long.ts";
import { underEverySchedule } from "./simulation/every-schedule.ts";
import { type Faults, noFaults } from "./simulation/faults.ts";
import { historyOfRace, races } from "./simulation/races.ts";
import { simulatedProcesses } from "./simulation/simulated-processes.ts";
import { simulatedStore } from "./simulation/stages.ts";

/** The `nth` commit's response is lost, and the commit lands later in the schedule. */
function lateCommit(nth: number): Faults {
  let commits = 0;
  return {
    ...noFaults,
    ofCommit: () => {
      commits += 1;
      return commits === nth ? "late" : "none";
    },
  };
}

describe("the calls of two processes, in every order of requests and responses", () => {
  it.each(races.filter((race) => isLong || !race.isLong))(
    "match the model: $name",
    async (race) => {
      const store = simulatedStore({ kind: "memory" });
      const ends = new Set<string>();
      let orders = 0;
      for (const first of isLong ? ([0, 1] as const) : ([0] as const)) {
        const history = historyOfRace(race, first);
        orders += await underEverySchedule(50_000, async (choose, path) => {
          const stage = store.newStage();
          const processes = simulatedProcesses(history, stage, choose, noFaults);
          const met = await runHistory(history, stage, processes).catch((cause: unknown) => {
            throw new Error(`Wrong in the order ${path.join("")}.\n${formatHistory(history)}`, {
              cause,
            });
          });
          ends.add(met.seen.at(-1) ?? "");
        });
      }
      printCounts(race.name, { orders, ends: ends.size });
      expect(orders).toBeGreaterThan(isLong ? 70 : 20);
      expect(ends.size).toBe(race.ends);
    },
  );

  it.each(races)(
    "match the model when the first commit of the race lands late: $name",
    async (race) => {
      const history = historyOfRace({ ...race, racing: race.racing.slice(0, 1) }, 0);
      const store = simulatedStore({ kind: "memory" });
      // Every step before the race made one commit.
      const late = race.before.length + 1;
      let met = 0;
      const orders = await underEverySchedule(50_000, async (choose, path) => {
        const stage = store.newStage();
        const processes = simulatedProcesses(history, stage, choose, lateCommit(late));
        await runHistory(history, stage, processes).catch((cause: unknown) => {
          throw new Error(`Wrong in the order ${path.join("")}.\n${formatHistory(history)}`, {
            cause,
          });
        });
        met += processes.counts.commits.late;
      });
      expect(orders).toBeGreaterThan(1);
      expect(met).toBe(orders);
    },
  );
});
