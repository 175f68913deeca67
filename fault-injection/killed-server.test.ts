import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { auditLedger } from "./audit/audit-ledger.ts";
import { readJournal } from "./audit/journal.ts";
import { expectMet, hangMs, seedOfRun, printCounts, times } from "./long.ts";
import type { OperatorTask } from "./processes/operations.ts";
import { runProcess } from "./processes/run-process.ts";
import { until } from "./processes/until.ts";
import { openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const kills = times(2, 25);
const workspaceIds = ["a", "b", "c", "d"];

describe("a PostgreSQL whose processes are all killed at once while two apps work", () => {
  it(
    `recovers every confirmed change, and the apps continue, ${kills} times`,
    async () => {
      const seed = seedOfRun();
      const store = postgres.newStore();
      const tasks = [0, 1].map((index): OperatorTask => {
        const journalPath = pathOf(`app${index}.journal`);
        const where = { store, workspaceIds, journalPath, startingCapitalUsd: 500, callers: 16 };
        return { name: `app${index}`, seed: seed + index, ...where, operations: null };
      });
      const apps = tasks.map((task) => runProcess("operator", task));
      await Promise.all(apps.map(({ ready }) => ready));
      for (const app of apps) app.go();
      // A journal grows with each response.
      const writtenBy = (): number[] => tasks.map(({ journalPath }) => statSync(journalPath).size);
      const written: number[][] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const before = written.at(-1) ?? [0, 0];
        await until("both apps to be answered", () =>
          writtenBy().every((count, app) => count > (before[app] ?? 0)),
        );
        await sleep(Math.random() * 300);
        await postgres.server().kill();
        written.push(writtenBy());
        // Long enough for both apps to notice, also on a loaded machine.
        await sleep(500);
        await postgres.server().restart();
        await until("both apps to be answered again", () =>
          writtenBy().every((count, app) => count > (written.at(-1)?.[app] ?? 0)),
        );
      }
      for (const app of apps) app.stop();
      const ends = await Promise.all(apps.map(({ ended }) => ended));
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
      const retried = apps.map(({ lines }) => {
        return (JSON.parse(lines.at(-1) ?? "{}") as { retried: number }).retried;
      });
      const journal = tasks.flatMap(({ journalPath }) => readJournal(journalPath));
      const storage = openStore(store);
      for (const workspaceId of workspaceIds) {
        const { flaws } = await auditLedger(storage, workspaceId, journal);
        expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
      }
      await storage.close();
      printCounts(`FAULT_SEED=${seed}`, { kills, operations: journal.length, retried });
      // Between any two kills both apps received responses, and each kill had an effect.
      expect(journal.filter(({ answer }) => answer === null)).toEqual([]);
      for (const [index, counts] of written.entries()) {
        for (const [app, count] of counts.entries()) {
          expect(count).toBeGreaterThan(written[index - 1]?.[app] ?? 0);
        }
      }
      for (const count of retried) expectMet({ retried: count }, { retried: kills });
    },
    hangMs,
  );
});
