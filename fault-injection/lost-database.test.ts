import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { auditOutage } from "./audit/audit-outage.ts";
import { isLong, printCounts } from "./long.ts";
import { type OutageLine, type OutageTask, payingWays } from "./processes/outage-task.ts";
import { runProcess, type TestProcess } from "./processes/run-process.ts";
import { until } from "./processes/until.ts";
import {
  cutPostgres,
  lockedPostgres,
  lockedSqlite,
  type Outage,
  replacedSqlite,
  sqliteWithout,
  stoppedPostgres,
  suspendedPostgres,
  truncatedSqlite,
} from "./stores/outages.ts";
import { testDirectory } from "./stores/test-directory.ts";

const pathOf = testDirectory();
const newPath = (): string => pathOf(crypto.randomUUID());

/** The longest answers are those of turns, and of commits that are sent again one after another. */
const patienceMs = 300_000;

interface Loss {
  readonly title: string;
  readonly outage: () => Outage | Promise<Outage>;
  /** When it begins; while all payees are asked to pay by default. */
  readonly before?: true;
  /** When it ends; after the answers by default. */
  readonly endsAfterMs?: number;
  readonly losesChanges?: true;
  /** Whether a turn waits until its time limit, because its end cannot be recorded. */
  readonly holdsTurns?: true;
}

const short: readonly Loss[] = [
  { title: "PostgreSQL is stopped", outage: stoppedPostgres },
  {
    title: "PostgreSQL's replies are cut for 2 seconds",
    outage: () => cutPostgres("reply", newPath()),
    endsAfterMs: 2_000,
  },
  {
    title: "SQLite is locked for longer than a statement waits",
    outage: () => lockedSqlite(newPath()),
    endsAfterMs: 12_000,
  },
  { title: "SQLite's file is replaced", outage: () => replacedSqlite(newPath()), holdsTurns: true },
];

const long: readonly Loss[] = [
  { title: "PostgreSQL is stopped before", outage: stoppedPostgres, before: true },
  {
    title: "PostgreSQL's tables are locked for 2 seconds",
    outage: () => lockedPostgres("tables"),
    endsAfterMs: 2_000,
  },
  {
    title: "SQLite's log is removed",
    outage: () => sqliteWithout(newPath(), "-wal"),
    holdsTurns: true,
  },
  { title: "PostgreSQL's replies are cut", outage: () => cutPostgres("reply", newPath()) },
  { title: "PostgreSQL's requests are cut", outage: () => cutPostgres("request", newPath()) },
  { title: "PostgreSQL's requests arrive late", outage: () => cutPostgres("behind", newPath()) },
  {
    title: "PostgreSQL's replies are cut before",
    outage: () => cutPostgres("reply", newPath()),
    before: true,
  },
  { title: "PostgreSQL's rows are locked", outage: () => lockedPostgres("rows") },
  { title: "PostgreSQL's tables are locked", outage: () => lockedPostgres("tables") },
  { title: "PostgreSQL is suspended", outage: suspendedPostgres },
  { title: "PostgreSQL is suspended before", outage: suspendedPostgres, before: true },
  { title: "SQLite is locked", outage: () => lockedSqlite(newPath()) },
  { title: "SQLite is locked before", outage: () => lockedSqlite(newPath()), before: true },
  {
    title: "SQLite's log is removed before",
    outage: () => sqliteWithout(newPath(), "-wal"),
    before: true,
  },
  { title: "SQLite's index is removed", outage: () => sqliteWithout(newPath(), "-shm") },
  {
    title: "SQLite's log is truncated",
    outage: () => truncatedSqlite(newPath()),
    losesChanges: true,
  },
];

function linesOf({ lines }: TestProcess): readonly OutageLine[] {
  // The first line reported that it was ready.
  return lines.slice(1).map((line) => JSON.parse(line) as OutageLine);
}

async function untilEach(
  processes: readonly TestProcess[],
  kind: OutageLine["kind"],
  count = 1,
): Promise<void> {
  const hasEach = (): boolean =>
    processes.every((one) => {
      if (one.isOver) throw new Error("A process exited by itself.");
      return linesOf(one).filter((line) => line.kind === kind).length >= count;
    });
  await until(`lines of the kind ${kind}`, hasEach, patienceMs);
}

describe("a database that is lost while two processes pay by every way", () => {
  it.concurrent.each([...short, ...(isLong ? long : [])])(
    "causes no false statement: $title",
    { timeout: 600_000 },
    async ({ title, outage, before, endsAfterMs, holdsTurns, losesChanges = false }) => {
      const lost = await outage();
      const ways = payingWays.filter(
        (way) => isLong || holdsTurns !== true || !way.startsWith("turn"),
      );
      const payeePath = newPath();
      const names = ["first", "second"];
      const processes = names.map((name) =>
        runProcess("outage", { name, store: lost.store, ways, payeePath } satisfies OutageTask),
      );
      const goOn = (): void => {
        for (const one of processes) one.go();
      };
      try {
        await Promise.all(processes.map(({ ready }) => ready));
        goOn();
        await untilEach(processes, "prepared");
        if (before === true) await lost.begin();
        goOn();
        await untilEach(processes, "started");
        if (before !== true) {
          await untilEach(processes, "paying", ways.length);
          await lost.begin();
        }
        goOn();
        if (endsAfterMs !== undefined) {
          await sleep(endsAfterMs);
          await lost.repair();
        }
        await untilEach(processes, "answered");
      } finally {
        for (const { child } of processes) child.kill("SIGKILL");
        await Promise.all(processes.map(({ ended }) => ended));
        await lost.repair();
      }
      const printed = processes.map((one, at) => ({ name: names[at] ?? "", lines: linesOf(one) }));
      printCounts(title, longestOf(printed.flatMap(({ lines }) => lines)));
      const flaws = await auditOutage({
        store: lost.direct,
        payeePath,
        ways,
        printed,
        losesChanges,
      });
      await lost.close();
      expect(flaws).toEqual([]);
    },
  );
});

/** The longest time to an answer, in milliseconds, by way. */
function longestOf(lines: readonly OutageLine[]): Readonly<Record<string, number>> {
  const longest: Record<string, number> = {};
  for (const line of lines) {
    if (line.kind !== "answer") continue;
    longest[line.way] = Math.max(longest[line.way] ?? 0, line.afterMs);
  }
  return longest;
}
