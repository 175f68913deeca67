import { describe, expect, it } from "vitest";
import { auditLedger } from "./audit/audit-ledger.ts";
import { readJournal } from "./audit/journal.ts";
import { expectMet, hangMs, isLong, seedOfRun, printCounts, times } from "./long.ts";
import type { OperatorTask } from "./processes/operations.ts";
import { runProcess, runTogether } from "./processes/run-process.ts";
import { openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const forms = [
  { processes: 4, callers: 32, operations: times(1_000, 1_000) },
  // Most of their commits are made in turns.
  { processes: isLong ? 16 : 4, callers: 1, operations: times(400, 100) },
];

describe("several processes on one workspace of PostgreSQL", () => {
  it.each(forms)(
    "$processes of $callers callers make $operations changes, none lost, duplicated or past a cap",
    async ({ processes, callers, operations }) => {
      const store = postgres.newStore();
      const seed = seedOfRun();
      const tasks = Array.from({ length: processes }, (_, index): OperatorTask => {
        const name = `p${index}`;
        const journalPath = pathOf(`${name}-of-${callers}.journal`);
        const share = operations / processes;
        const where = { store, workspaceIds: ["acme"], journalPath, startingCapitalUsd: 500 };
        return { name, seed: seed * processes + index, ...where, callers, operations: share };
      });
      await runTogether(tasks.map((task) => runProcess("operator", task)));
      const journals = tasks.map(({ journalPath }) => readJournal(journalPath));
      const storage = openStore(store);
      const audit = await auditLedger(storage, "acme", journals.flat());
      await storage.close();
      const { entries, stopped } = audit;
      printCounts(`FAULT_SEED=${seed}`, { operations, entries, stopped });
      expect(audit.flaws, `FAULT_SEED=${seed}`).toEqual([]);
      expect(journals.flat().filter(({ answer }) => answer === null)).toEqual([]);
      expect(journals.flat().length).toBe(operations);
      // Each process made its share, many changes moved money, and caps stopped many.
      expect(audit.unanswered).toBe(0);
      expectMet({ entries, stopped }, { entries: operations / 4, stopped: operations / 100 });
    },
    hangMs,
  );
});
