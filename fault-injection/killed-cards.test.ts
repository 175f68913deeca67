import { createTreasury } from "@agent-treasury/treasury-core";
import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { hangMs, printCounts, seedOfRun, storesOfForm, times } from "./long.ts";
import { type CardNetwork, cardNetwork, type CardUse, cardUses } from "./payments/card-network.ts";
import { cardSpendUsd, type CardTask, cardWorkspace } from "./processes/card-task.ts";
import { runProcess } from "./processes/run-process.ts";
import { entriesOf } from "./stores/entries.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const hourMs = 3_600_000;
const kills = times(1, 120);
/** Two purchases have at least as many commits. */
const commitsOfLife = 6;

const allStores: readonly [string, () => StoreAddress][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) })],
  ["PostgreSQL", () => postgres.newStore()],
];

describe("processes that are killed while cards are captured in part and refunded", () => {
  it.each(storesOfForm(allStores, 0))(
    "record each movement once in %s, and hold the rest of open cards",
    async (name, newStore) => {
      const seed = seedOfRun();
      const random = seededRandom(seed);
      const store = newStore();
      const network = await cardNetwork();
      const run = async (changes: Partial<CardTask>): Promise<void> => {
        const task: CardTask = {
          store,
          network: network.url,
          purchases: [],
          kill: null,
          aheadMs: 0,
          rounds: 2,
          stepMs: 4_000,
          ...changes,
        };
        const process = runProcess("card", task);
        await process.ready;
        process.go();
        const { signal, exitCode } = await process.ended;
        expect(signal ?? exitCode, `FAULT_SEED=${seed}`).toBe(task.kill === null ? 0 : "SIGKILL");
      };
      for (let life = 0; life < kills; life += 1) {
        const kill = { commit: 1 + random.below(commitsOfLife), isAfter: random.chance(2) };
        const purchases = ["a lamp", "a desk"].map((what) => `${what} ${life}`);
        await run({ purchases, kill, aheadMs: life * 10_000 });
      }
      // All uses of a card.
      const purchases = cardUses.map((_, at) => `a chair ${at}`);
      const last = { rounds: 4, aheadMs: kills * 10_000, stepMs: 2 * hourMs };
      const others = times(1, 3) - 1;
      await Promise.all([
        run({ ...last, purchases }),
        ...Array.from({ length: others }, () => run(last)),
      ]);
      printCounts(`${name}, FAULT_SEED=${seed}`, { kills, cards: network.cards.size });
      expect(network.unconfirmed).toBe(0);
      await audit(store, network, seed);
    },
    hangMs,
  );
});

async function audit(store: StoreAddress, { cards }: CardNetwork, seed: number): Promise<void> {
  const storage = openStore(store);
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    recoverySeconds: false,
  });
  const workspaceId = cardWorkspace;
  const { expenseUsd, heldUsd } = await treasury.state(workspaceId);
  const { length: entries } = await entriesOf(storage, workspaceId);
  const uses = [...cards.values()];
  expect({ expenseUsd, heldUsd, entries }, `FAULT_SEED=${seed}`).toEqual({
    expenseUsd: sum(uses.map((use) => sum(use.capturesUsd) - sum(use.refundsUsd))),
    heldUsd: sum(uses.map(restOf)),
    entries: sum(uses.map((use) => use.capturesUsd.length + use.refundsUsd.length)),
  });
  for (const [proposalId, use] of cards) {
    const { proposal } = await treasury.proposal({ workspaceId, proposalId });
    expect(proposal, `FAULT_SEED=${seed}`).toMatchObject({
      status: use.end === "open" ? "approved" : "executed",
      capturedUsd: sum(use.capturesUsd),
      refundedUsd: sum(use.refundsUsd),
      attention: null,
    });
  }
  expect(await treasury.verify(workspaceId)).toMatchObject({ valid: true });
  await treasury.close();
  await storage.close();
}

/** What an open card still reserves. */
function restOf({ end, capturesUsd }: CardUse): number {
  return end === "open" ? sum([cardSpendUsd, ...capturesUsd.map((amount) => -amount)]) : 0;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
