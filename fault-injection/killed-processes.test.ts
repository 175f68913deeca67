import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Audit, auditLedger } from "./audit/audit-ledger.ts";
import { type Journalled, readJournal } from "./audit/journal.ts";
import { expectMet, hangMs, seedOfRun, printCounts, times } from "./long.ts";
import type { OperatorTask } from "./processes/operations.ts";
import { runProcess } from "./processes/run-process.ts";
import { until } from "./processes/until.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const killsOfStore = 3;
/** Bytes of a journal: about twenty operations. */
const writtenBeforeKill = 4_000;
const workspaceIds = ["a", "b", "c"];

const stores = {
  SQLite: (): StoreAddress => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) }),
  PostgreSQL: (): StoreAddress => postgres.newStore(),
};

/** Starts a process on the previous one's state, and kills it during its work. */
async function killOne(task: OperatorTask): Promise<string | null> {
  const operator = runProcess("operator", task);
  await operator.ready;
  const size = sizeOf(task.journalPath);
  operator.go();
  const isAtWork = (): boolean => sizeOf(task.journalPath) >= size + writtenBeforeKill;
  await until("an operator to be at work", () => operator.isOver || isAtWork());
  await sleep(Math.random() * 60);
  operator.child.kill("SIGKILL");
  return (await operator.ended).signal;
}

function answeredIn(journal: readonly Journalled[]): number {
  return journal.filter(({ answer }) => answer !== null).length;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Runs a process that completes the work of killed ones. */
async function finish(task: OperatorTask): Promise<void> {
  const operator = runProcess("operator", { ...task, operations: 0 });
  await operator.ready;
  operator.go();
  expect((await operator.ended).exitCode).toBe(0);
}

async function audit(store: StoreAddress, journalPath: string): Promise<Audit[]> {
  if (store.kind === "postgres") await postgres.untilAlone();
  const storage = openStore(store);
  const journal = readJournal(journalPath);
  const audits: Audit[] = [];
  for (const one of workspaceIds) audits.push(await auditLedger(storage, one, journal));
  await storage.close();
  return audits;
}

describe("a process that is killed in turns with others", () => {
  const kills = times(3);
  it(
    `holds up none of them, and loses no change of any, ${kills} times`,
    async () => {
      const store = postgres.newStore();
      const seed = seedOfRun();
      const taskOf = (name: string, place: number, journal: string): OperatorTask => {
        const where = { store, workspaceIds: ["a"], journalPath: pathOf(`${journal}.journal`) };
        return {
          name,
          seed: seed + place,
          ...where,
          startingCapitalUsd: 500,
          callers: 1,
          operations: null,
        };
      };
      const tasks = [0, 1, 2].map((place) => taskOf(`other${place}`, place, `other${place}`));
      const others = tasks.map((task) => runProcess("operator", task));
      await Promise.all(others.map(({ ready }) => ready));
      for (const other of others) other.go();
      const journalled = (): number =>
        Math.min(...tasks.map(({ journalPath }) => sizeOf(journalPath)));
      let killed = 0;
      for (let life = 0; life < kills; life += 1) {
        const signal = await killOne(taskOf(`life${life}`, 3 + life, "killed-beside"));
        if (signal === "SIGKILL") killed += 1;
        const before = journalled();
        await until("the others to go on", () => journalled() > before + writtenBeforeKill);
      }
      for (const other of others) other.stop();
      const ends = await Promise.all(others.map(({ ended }) => ended));
      const last = taskOf("last", 3 + kills, "killed-beside");
      await finish(last);
      await postgres.untilAlone();
      const storage = openStore(store);
      const journals = [...tasks, last].flatMap(({ journalPath }) => readJournal(journalPath));
      const { flaws, unanswered } = await auditLedger(storage, "a", journals);
      await storage.close();
      printCounts(`beside, FAULT_SEED=${seed}`, { killed, answered: answeredIn(journals) });
      expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
      expect([killed, unanswered]).toEqual([kills, 0]);
    },
    hangMs,
  );
});

describe("a process that is killed while it works", () => {
  it.each([
    ["SQLite", times(3, 134)],
    ["PostgreSQL", times(3, 67)],
  ] as const)(
    "loses no confirmed change of %s, and leaves none half complete, %i times",
    async (name, kills) => {
      const seed = seedOfRun();
      const met = { kills: 0, answered: 0, underWay: 0, landedUnanswered: 0 };
      for (let first = 0; first < kills; first += killsOfStore) {
        const store = stores[name]();
        const journalPath = pathOf(`${name}-${first}.journal`);
        const where = { store, workspaceIds, journalPath, startingCapitalUsd: 500, callers: 9 };
        const taskOf = (life: number): OperatorTask => {
          return { name: `life${life}`, seed: seed + life, ...where, operations: null };
        };
        for (let life = first; life < first + killsOfStore; life += 1) {
          const before = answeredIn(readJournal(journalPath));
          const signal = await killOne(taskOf(life));
          const left = await audit(store, journalPath);
          expect(
            left.flatMap(({ flaws }) => flaws),
            `FAULT_SEED=${seed}`,
          ).toEqual([]);
          const written = readJournal(journalPath);
          if (signal === "SIGKILL" && answeredIn(written) > before) met.kills += 1;
          met.underWay += written.filter(({ answer }) => answer === null).length;
          met.landedUnanswered += left.reduce((sum, { unanswered }) => sum + unanswered, 0);
        }
        await finish(taskOf(first + killsOfStore));
        const last = await audit(store, journalPath);
        expect(
          last.flatMap(({ flaws }) => flaws),
          `FAULT_SEED=${seed}`,
        ).toEqual([]);
        expect(last.reduce((sum, { unanswered }) => sum + unanswered, 0)).toBe(0);
        met.answered += readJournal(journalPath).length;
      }
      printCounts(`${name}, FAULT_SEED=${seed}`, met);
      // A process that exited by itself, or did nothing, would prove nothing.
      expect(met.kills).toBe(kills);
      const { answered, underWay } = met;
      expectMet({ answered, underWay }, { answered: kills * 20, underWay: kills });
    },
    hangMs,
  );
});
