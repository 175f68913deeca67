import { setTimeout as sleep } from "node:timers/promises";
import type { Storage } from "@agent-treasury/provider";
import { describe, expect, it, onTestFinished } from "vitest";
import { commitOn, headIn } from "../packages/testing/src/commits.ts";
import { auditLedger } from "./audit/audit-ledger.ts";
import { type Journalled, readJournal } from "./audit/journal.ts";
import { lostSpends } from "./audit/lost-spends.ts";
import { missingForCluster, startCluster } from "./failover/auto-failover-cluster.ts";
import { isLong, printCounts, seedOfRun } from "./long.ts";
import type { OperatorTask } from "./processes/operations.ts";
import { type TestProcess, runProcess } from "./processes/run-process.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";

const pathOf = testDirectory();
const missing = isLong ? missingForCluster() : "runs in the long tests";
const failovers = Number(process.env["FAULT_FAILOVERS"] ?? 20);
const faults = ["kill", "stop", "cut"] as const;
const workspaceIds = ["a", "b", "c", "d"];
const limitMs = 3_600_000;

interface Apps {
  readonly apps: readonly TestProcess[];
  journalOf(app: number): readonly Journalled[];
}

async function startApps(store: StoreAddress, seed: number, name: string): Promise<Apps> {
  const tasks = [0, 1, 2, 3].map((index): OperatorTask => {
    const journalPath = pathOf(`${name}${index}.journal`);
    const where = { store, workspaceIds, journalPath, startingCapitalUsd: 500, callers: 8 };
    return { name: `${name}${index}`, seed: seed + index, ...where, operations: null };
  });
  const apps = tasks.map((task) => runProcess("operator", task));
  await Promise.all(apps.map(({ ready }) => ready));
  for (const app of apps) app.go();
  return { apps, journalOf: (app) => readJournal(tasks[app]?.journalPath ?? "") };
}

/** Commits in a workspace of its own, and measures how long no commit succeeded. */
function probe(storage: Storage): { longest(): number; end(): Promise<void> } {
  let isOver = false;
  let last = performance.now();
  let gap = 0;
  const committing = (async (): Promise<void> => {
    while (!isOver) {
      const head = await headIn(storage, "probe").catch(() => undefined);
      const commit = commitOn("probe", head?.version ?? 0n);
      const [outcome] = head === undefined ? [] : await storage.commit([commit]).catch(() => []);
      if (outcome?.kind === "committed") {
        gap = Math.max(gap, performance.now() - last);
        last = performance.now();
      }
      await sleep(50);
    }
  })();
  return {
    longest: () => {
      const found = Math.max(gap, performance.now() - last);
      gap = 0;
      return Math.round(found);
    },
    end: async () => {
      isOver = true;
      await committing;
    },
  };
}

const skipped = missing === null ? "" : ` (skipped: ${missing})`;

describe.skipIf(missing !== null)(`a cluster of pg_auto_failover${skipped}`, () => {
  it(
    `with a synchronous standby loses no confirmed spend in ${failovers} failovers`,
    async () => {
      const seed = seedOfRun();
      const cluster = await startCluster(true);
      onTestFinished(() => cluster.close());
      const store = { kind: "postgres", url: cluster.url, schema: "treasury" } as const;
      const storage = openStore(store);
      const { apps, journalOf } = await startApps(store, seed, "app");
      const probing = probe(storage);
      const outages: number[] = [];
      for (let number = 0; number < failovers; number += 1) {
        await sleep(1_000 + Math.random() * 1_000);
        probing.longest();
        const before = (await headIn(storage, "probe"))?.version ?? 0n;
        await cluster.failover(faults[number % 3]!);
        await untilCommitted(storage, before);
        await cluster.repair();
        outages.push(probing.longest());
        console.info(`${number + 1}. ${faults[number % 3]}: no commits for ${outages.at(-1)} ms`);
      }
      for (const app of apps) app.stop();
      const ends = await Promise.all(apps.map(({ ended }) => ended));
      await probing.end();
      const journal = apps.flatMap((_, app) => journalOf(app));
      const sorted = outages.toSorted((left, right) => left - right);
      printCounts(`FAULT_SEED=${seed}`, {
        failovers,
        operations: journal.length,
        medianMs: sorted[Math.floor(sorted.length / 2)],
        worstMs: sorted.at(-1),
      });
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
      for (const workspaceId of workspaceIds) {
        const { flaws } = await auditLedger(storage, workspaceId, journal);
        expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
      }
      await storage.close();
    },
    limitMs,
  );

  it(
    "with an asynchronous standby stops the processes that have seen lost spends",
    async () => {
      const seed = seedOfRun();
      const cluster = await startCluster(false);
      onTestFinished(() => cluster.close());
      for (const round of [1, 2, 3]) {
        const store = { kind: "postgres", url: cluster.url, schema: `treasury_${round}` } as const;
        const { apps, journalOf } = await startApps(store, seed + round, `round${round}-`);
        await sleep(2_000);
        await cluster.cutReplication();
        await sleep(1_000);
        await cluster.failover("kill");
        const storage = openStore(store);
        await untilCommitted(storage, 0n);
        await sleep(3_000);
        for (const app of apps) app.stop();
        await Promise.all(apps.map(({ ended }) => ended));
        const counts = { confirmed: 0, lost: 0, stopped: 0 };
        for (const [app] of apps.entries()) {
          const { confirmed, lost, stopped, afterwards } = await lostSpends(
            storage,
            workspaceIds,
            journalOf(app),
          );
          expect(afterwards, `FAULT_SEED=${seed}`).toEqual([]);
          counts.confirmed += confirmed;
          counts.lost += lost;
          counts.stopped += stopped;
        }
        printCounts(`FAULT_SEED=${seed}, round ${round}`, counts);
        expect(counts.lost).toBeGreaterThan(0);
        expect(counts.stopped).toBeGreaterThan(0);
        await storage.close();
        await cluster.repair();
      }
    },
    limitMs,
  );
});

async function untilCommitted(storage: Storage, before: bigint): Promise<void> {
  for (;;) {
    const head = await headIn(storage, "probe").catch(() => undefined);
    const version = head?.version ?? 0n;
    if (head !== undefined && version > before) return;
    // The first use of a new schema has no probe.
    if (before === 0n) await storage.commit([commitOn("probe", version)]).catch(() => []);
    await sleep(50);
  }
}
