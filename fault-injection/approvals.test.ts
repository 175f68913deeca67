import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { performStep } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { readTreasury } from "../packages/treasury-core/src/domain.ts";
import { storesOfForm } from "./long.ts";
import { housePayment, openHouse, usd } from "./processes/house.ts";
import { runProcess, runTogether } from "./processes/run-process.ts";
import { entriesOf } from "./stores/entries.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const workspaceId = "race";
const ids = Array.from({ length: 100 }, (_, index) => `proposal-${index}`);

/** Creates proposals of thirty dollars each in a workspace of ten thousand. */
async function proposeAll(store: StoreAddress): Promise<void> {
  const storage = openStore(store);
  const engine = openHouse(storage, usd(10_000));
  const spend = { kind: "propose", amount: usd(30), purpose: "office paper" } as const;
  await Promise.all(
    ids.map((id) => performStep(engine, housePayment, workspaceId, { ...spend, id })),
  );
  await engine.committer.close();
  await storage.close();
}

describe("four processes that approve concurrently", () => {
  const stores: [string, () => StoreAddress][] = [
    ["SQLite", () => ({ kind: "sqlite", path: pathOf("race.db") })],
    ["PostgreSQL", () => postgres.newStore()],
  ];
  it.each(storesOfForm(stores, 1))(
    "execute on %s exactly the three spends that the caps allow, of 200 clicks",
    async (_, at) => {
      const store = at();
      await proposeAll(store);
      // At most a hundred spends may be pending, so each gets two clicks from two processes.
      const halves = [ids.slice(0, 50), ids.slice(50), ids.slice(0, 50), ids.slice(50)];
      const deciders = halves.map((proposalIds) =>
        runProcess("decider", { store, workspaceId, proposalIds }),
      );
      const answers = (await runTogether(deciders)).flat();
      expect(answers).toHaveLength(200);
      expect(answers.filter((answer) => answer.startsWith("executed"))).toHaveLength(6);
      expect(answers.filter((answer) => answer.startsWith("failed"))).toHaveLength(194);

      const storage = openStore(store);
      const state = await readTreasury(openHouse(storage, usd(10_000)), workspaceId);
      expect(state).toMatchObject({ balanceUsd: 9_910, spentTodayUsd: 90, pendingCount: 0 });
      expect(await entriesOf(storage, workspaceId)).toHaveLength(3);
      expect(await verifyChain(storage, workspaceId)).toMatchObject({ problem: null });
      await storage.close();
    },
  );
});
