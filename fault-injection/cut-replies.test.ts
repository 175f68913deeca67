import { forwardedStorage } from "@agent-treasury/provider/helpers";
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
const cutsOfTurns = times(24);
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

describe("connections that break while two processes take turns", () => {
  it(
    `lose and repeat no change, ${cutsOfTurns} or more times`,
    async () => {
      const seed = seedOfRun();
      const random = seededRandom(seed);
      let cuts = 0;
      let unclear = 0;
      const isEnough = (): boolean => cuts >= cutsOfTurns && unclear >= cutsOfTurns * 0.2;
      const directory = pathOf("proxy-of-turns");
      const nextCut = (): Cut | null => {
        if (isEnough() || !random.chance(20)) return null;
        cuts += 1;
        return cutsInTurn[cuts % cutsInTurn.length] ?? null;
      };
      const proxy = await cuttingProxy(directory, postgres.server().socketPath, nextCut);
      const store = postgres.newStore();
      const url = `postgres://postgres:password@localhost/postgres?host=${encodeURIComponent(directory)}`;
      const direct = openStore(store);
      await direct.load([{ workspaceId: "nobody", keys: [] }]);
      const cutOff = openStore({ ...store, url });
      const counted = {
        ...forwardedStorage(cutOff),
        exclusive: async (...asked: Parameters<NonNullable<typeof cutOff.exclusive>>) => {
          const outcome = await cutOff.exclusive?.(...asked);
          if (outcome?.kind === "unclear") unclear += 1;
          return outcome ?? null;
        },
      };
      const sides = [direct, counted].map((storage, place) => {
        const engine = openHouse(storage, usd(500));
        const journalPath = pathOf(`turns-${place}.journal`);
        const operators = new Operators(engine, new Journal(journalPath));
        const where = { store, workspaceIds: ["a", "b"], journalPath, startingCapitalUsd: 500 };
        const task: OperatorTask = {
          name: `side${place}`,
          seed: seed + place,
          ...where,
          callers: 4,
          operations: null,
        };
        return { engine, journalPath, run: () => operators.run(task, () => !isEnough()) };
      });
      await Promise.all(sides.map(({ run }) => run()));
      for (const { engine } of sides) await engine.committer.close();
      await Promise.all([direct.close(), cutOff.close()]);
      await postgres.untilAlone();
      const reader = openStore(store);
      const journal = sides.flatMap(({ journalPath }) => readJournal(journalPath));
      const audits = [];
      for (const one of ["a", "b"]) audits.push(await auditLedger(reader, one, journal));
      await reader.close();
      await proxy.close();
      printCounts(`turns, FAULT_SEED=${seed}`, { ...proxy.cuts, unclear });
      expect(
        audits.flatMap(({ flaws }) => flaws),
        `FAULT_SEED=${seed}`,
      ).toEqual([]);
      expect(audits.map(({ unanswered }) => unanswered)).toEqual([0, 0]);
    },
    hangMs,
  );
});
