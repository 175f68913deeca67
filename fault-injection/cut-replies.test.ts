import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { auditLedger } from "./audit/audit-ledger.ts";
import { Journal, readJournal } from "./audit/journal.ts";
import { expectMet, hangMs, seedOfRun, printCounts, times } from "./long.ts";
import { openHouse, usd } from "./processes/house.ts";
import type { OperatorTask } from "./processes/operations.ts";
import { Operators } from "./processes/perform-operations.ts";
import { type Cut, cuttingProxy } from "./stores/cutting-proxy.ts";
import { watchResends } from "./stores/resend-watch.ts";
import { openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const cutsWanted = times(75, 134);
const cutsInTurn: readonly Cut[] = [
  "request",
  "reply",
  "tail",
  "behind",
  "reply",
  "tail",
  "behind",
  "reply",
];
const workspaceIds = Array.from({ length: 24 }, (_, index) => `workspace-${index}`);

describe("connections that break during a commit", () => {
  it(
    `leave ${cutsWanted} or more commits unclear, each settled by sending the same commit again`,
    async () => {
      const seed = seedOfRun();
      const random = seededRandom(seed);
      let cuts = 0;
      const nextCut = (): Cut | null => {
        if (isEnough() || !random.chance(45)) return null;
        cuts += 1;
        return cutsInTurn[cuts % cutsInTurn.length] ?? null;
      };
      const directory = pathOf("proxy");
      const proxy = await cuttingProxy(directory, postgres.server().socketPath, nextCut);
      const store = postgres.newStore();
      const url = `postgres://postgres:password@localhost/postgres?host=${encodeURIComponent(directory)}`;
      const direct = openStore(store);
      // Creates the tables before any connection is cut.
      await direct.load([{ workspaceId: "nobody", keys: [] }]);
      const storage = watchResends(openStore({ ...store, url }), direct);
      // Without cut replies and landed commits the test proves nothing.
      const isEnough = (): boolean =>
        cuts >= cutsWanted && storage.resends.landedUnseen >= cutsWanted * 0.2;
      const engine = openHouse(storage, usd(500));
      const journalPath = pathOf("cut.journal");
      const where = { store, workspaceIds, journalPath, startingCapitalUsd: 500 };
      const task: OperatorTask = { name: "cut", seed, ...where, callers: 72, operations: null };
      const operators = new Operators(engine, new Journal(journalPath));
      await operators.run(task, () => !isEnough());
      await engine.committer.close();
      await storage.close();
      // By now, statements behind a broken connection have landed or never will.
      await direct.close();
      await postgres.untilAlone();
      const reader = openStore(store);
      const flaws: string[] = [];
      for (const one of workspaceIds) {
        flaws.push(...(await auditLedger(reader, one, readJournal(journalPath))).flaws);
      }
      await reader.close();
      await proxy.close();
      const { ranAnew, ...met } = storage.resends;
      printCounts(`FAULT_SEED=${seed}`, { ...proxy.cuts, ...met, retried: operators.retried });
      expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
      expect(ranAnew, `FAULT_SEED=${seed}`).toEqual([]);
      const { request, reply, tail, behind } = proxy.cuts;
      expect(request + reply + tail + behind).toBeGreaterThanOrEqual(cutsWanted);
      for (const count of [request, reply, tail, behind]) {
        expectMet({ cuts: count }, { cuts: cutsWanted / 20 });
      }
      expect(met.settled + met.givenUp).toBe(met.unclear);
    },
    hangMs,
  );
});
