import { existsSync, readFileSync } from "node:fs";
import { setImmediate as yielded } from "node:timers/promises";
import { Micros, type Storage } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { hangMs, printCounts, seedOfRun, times } from "./long.ts";
import { type MeteredCall, type MeterTask, usdOf } from "./processes/meter-task.ts";
import { runProcess, type TestProcess } from "./processes/run-process.ts";
import { until } from "./processes/until.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const dollar = 1_000_000;

const stores = {
  SQLite: (): StoreAddress => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) }),
  PostgreSQL: (): StoreAddress => postgres.newStore(),
};

function treasuryOn(storage: Storage): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    autoApprovePayees: "any",
    recoverySeconds: false,
    budget: {
      startingCapitalUsd: 10_000,
      maxSpendPerActionUsd: 1_000,
      dailySpendCapUsd: 1_000,
      autoApproveUnderUsd: 1_000,
    },
  });
}

async function opened(store: StoreAddress, maximum: number): Promise<string> {
  const storage = openStore(store);
  const treasury = treasuryOn(storage);
  const { tab } = await treasury.tabs.open({
    agentId: "writer",
    amountUsd: usdOf(maximum),
    minutes: 600,
    vendor: "Models",
    purpose: "drafts",
  });
  expect(tab.status).toBe("open");
  await treasury.close();
  await storage.close();
  return tab.id;
}

function callsIn(journalPath: string): ReadonlyMap<number, MeteredCall> {
  if (!existsSync(journalPath)) return new Map();
  const lines = readFileSync(journalPath, "utf8").split("\n").slice(0, -1);
  return new Map(
    lines.map((line) => JSON.parse(line) as MeteredCall).map((call) => [call.number, call]),
  );
}

/** What the ledger has of each number, in micro-dollars. */
async function charged(treasury: Treasury, tabId: string): Promise<ReadonlyMap<number, number>> {
  const { postings } = await treasury.tabs.charges({ tabId });
  const sums = new Map<number, number>();
  for (let posting = 1; posting <= postings; posting += 1) {
    const { charges } = await treasury.tabs.charges({ tabId, posting });
    for (const { number, amountUsd } of charges) {
      expect(sums.has(number), `${number} is charged twice`).toBe(false);
      sums.set(number, Number(Micros.toText(amountFromUsd(amountUsd, "amountUsd"))));
    }
  }
  return sums;
}

interface Load {
  readonly name: keyof typeof stores;
  readonly processes: number;
  readonly callers: number;
  readonly kills: number;
}

/** Micro-dollars. */
interface Figures {
  readonly maximum: number;
  /** Calls that a meter began. */
  readonly calls: number;
  readonly total: number;
  /** Of the provider. */
  readonly counted: number;
  readonly estimatedUsd: number;
}

async function run({ name, processes, callers, kills }: Load, seed: number): Promise<Figures> {
  const store = stores[name]();
  // No meter uses it up before the last kill.
  const maximum = kills === 0 ? dollar : 500 * dollar;
  const tabId = await opened(store, maximum);
  const journals: string[] = [];
  const start = async (): Promise<TestProcess> => {
    const journalPath = pathOf(`${crypto.randomUUID()}.journal`);
    journals.push(journalPath);
    const task: MeterTask = {
      store,
      tabId,
      journalPath,
      callers: callers / processes,
      seed: seed + journals.length,
    };
    const process = runProcess("meter", task);
    await process.ready;
    process.go();
    return process;
  };
  const running = await Promise.all(Array.from({ length: processes }, start));
  for (let kill = 0; kill < kills; kill += 1) {
    const victim = running[kill % processes];
    const journal = journals.at(kill % processes) ?? "";
    await until(
      "a meter to be at work",
      () => victim?.isOver === true || callsIn(journal).size > 5,
    );
    victim?.child.kill("SIGKILL");
    // Otherwise the kill would prove nothing.
    expect(await victim?.ended).toMatchObject({ signal: "SIGKILL" });
    running[kill % processes] = await start();
    journals[kill % processes] = journals.at(-1) ?? "";
  }
  if (kills > 0) for (const process of running) process.stop();
  await Promise.all(running.map(({ ended }) => ended));
  const storage = openStore(store);
  const treasury = treasuryOn(storage);
  const { tab } = await treasury.tabs.close({ tabId });
  const sums = await charged(treasury, tabId);
  const calls = new Map([...new Set(journals)].flatMap((path) => [...callsIn(path)]));
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  expect(tab).toMatchObject({
    chargedUsd: usdOf(total),
    postedUsd: usdOf(total),
    status: "closed",
  });
  const missing = [...calls.values()].filter(
    ({ number, usage = 0 }) => (sums.get(number) ?? 0) < usage,
  );
  expect(missing).toEqual([]);
  const state = await treasury.state();
  expect(state).toMatchObject({ heldUsd: 0, expenseUsd: usdOf(total) });
  expect(await treasury.verify()).toMatchObject({ valid: true });
  await treasury.close();
  await storage.close();
  const counted = [...calls.values()].reduce((sum, { usage = 0 }) => sum + usage, 0);
  return { maximum, calls: calls.size, total, counted, estimatedUsd: tab.estimatedUsd };
}

describe("meters that are killed while they report", () => {
  it.each<Load>([
    { name: "SQLite", processes: 4, callers: 32, kills: times(2, 5) },
    { name: "PostgreSQL", processes: 4, callers: 32, kills: times(2, 5) },
    { name: "PostgreSQL", processes: 4, callers: 1_000, kills: 0 },
    { name: "SQLite", processes: 4, callers: 1_000, kills: 0 },
  ])(
    "never pass a tab of $name, and forget and repeat no cost: $callers calls in $processes processes",
    async (load) => {
      const seed = seedOfRun();
      const figures = await run(load, seed);
      printCounts(`${JSON.stringify(load)}, FAULT_SEED=${seed}`, figures);
      expect(figures.total).toBeLessThanOrEqual(figures.maximum);
    },
    hangMs,
  );

  it.each([32, 1_000])("is needed: a counter is passed by %i calls at once", async (callers) => {
    const random = seededRandom(1);
    let spent = 0;
    // As budgets are documented elsewhere: checked before a call, and added to after it.
    const caller = async (): Promise<void> => {
      while (spent < dollar) {
        const worst = 200 + random.below(2_000);
        await yielded();
        spent += Math.max(1, Math.ceil((worst * (1 + random.below(100))) / 100));
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    printCounts(`${callers} calls at once`, { passedBy: spent - dollar });
    expect(spent).toBeGreaterThan(dollar);
  });
});
