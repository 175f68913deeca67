import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { auditUsage, type UsageAudit } from "./audit/audit-usage.ts";
import { expectMet, isLong, hangMs, printCounts, seedOfRun, storesOfForm, times } from "./long.ts";
import {
  createTree,
  openRuledHouse,
  type RuledLimits,
  workspaceId,
} from "./processes/ruled-house.ts";
import { runProcess, runTogether, type TestProcess } from "./processes/run-process.ts";
import type { RuledSpend, SpenderTask } from "./processes/spender-task.ts";
import { until } from "./processes/until.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const processes = 4;
/** The kills of all processes in each round. */
const killsOfRound = isLong ? 3 : 2;

const allStores: readonly [string, () => StoreAddress][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) })],
  ["PostgreSQL", () => postgres.newStore()],
];

/** About half of the spends fit. Each of the limits stops some of them. */
function limitsFor(total: bigint): RuledLimits {
  const share = (percent: bigint): string => String((total * percent) / 100n);
  return {
    rolling: share(55n),
    vendor: share(16n),
    allocations: { company: share(50n), "team-a": share(20n), "team-b": share(35n) },
  };
}

function spendsOf(count: number, seed: number): RuledSpend[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    id: `spend-${index}`,
    allocationId: random.chance(50) ? "team-a" : "team-b",
    vendor: `vendor ${random.below(5)}`,
    amount: String(1_000_000 + random.below(9_000_000)),
  }));
}

async function prepare(store: StoreAddress, limits: RuledLimits): Promise<void> {
  const storage = openStore(store);
  const { committer } = openRuledHouse(storage, limits);
  await committer.run(workspaceId, createTree(limits));
  await committer.close();
  await storage.close();
}

async function audit(
  store: StoreAddress,
  limits: RuledLimits,
  spends: readonly RuledSpend[],
  answers: readonly string[],
): Promise<UsageAudit> {
  const storage = openStore(store);
  const answered = answers.map((line) => line.split(" ") as [string, string]);
  const found = await auditUsage(storage, limits, spends, new Map(answered));
  await storage.close();
  return found;
}

function shareOf<Item>(items: readonly Item[], process: number): Item[] {
  return items.filter((_, index) => index % processes === process);
}

function totalOf(spends: readonly RuledSpend[]): bigint {
  return spends.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

describe("four processes that spend concurrently from a tree of allocations", () => {
  it.each(storesOfForm(allStores, 0))(
    "execute on %s exactly those of 200 spends that its limits and a rolling rule allow",
    async (name, at) => {
      for (let race = 0; race < times(1, 40); race += 1) {
        const seed = seedOfRun() + race;
        const spends = spendsOf(200, seed);
        const limits = limitsFor(totalOf(spends));
        const store = at();
        await prepare(store, limits);
        const tasks = Array.from({ length: processes }, (_, process): SpenderTask => {
          // Few callers leave documents in their process's cache while others change them.
          const callers = seed % 2 === 0 ? 50 : 3;
          return { store, limits, spends: shareOf(spends, process), callers };
        });
        const answers = await runTogether(tasks.map((task) => runProcess("spender", task)));
        const { flaws, executed } = await audit(store, limits, spends, answers.flat());
        expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
        expect(answers.flat()).toHaveLength(200);
        printCounts(`${name}, FAULT_SEED=${seed}`, { executed: executed.size });
        expect(executed.size).toBeGreaterThan(40);
        expect(executed.size).toBeLessThan(160);
      }
    },
    hangMs,
  );

  it.each(storesOfForm(allStores, 1))(
    "lose and double nothing on %s when processes are killed",
    async (name, at) => {
      const met = { kills: 0, answered: 0, unanswered: 0 };
      const seed = seedOfRun();
      for (let round = 0; round < times(1); round += 1) {
        const spends = spendsOf(times(125, 4), seed + round);
        const limits = limitsFor(totalOf(spends));
        const store = at();
        await prepare(store, limits);
        const answers: string[] = [];
        const start = (process: number): TestProcess => {
          // A repeated request returns the same proposal.
          return runProcess("spender", {
            store,
            limits,
            spends: shareOf(spends, process),
            callers: 8,
          });
        };
        for (let kill = 0; kill < killsOfRound; kill += 1) {
          const running = Array.from({ length: processes }, (_, process) => start(process));
          await Promise.all(running.map(({ ready }) => ready));
          const answered = (): number => running.reduce((sum, { lines }) => sum + lines.length, 0);
          for (const one of running) one.go();
          const all = answered() + 40;
          await until("spends to be answered", () => answered() > all);
          await sleep(Math.random() * 20);
          for (const { child } of running) child.kill("SIGKILL");
          const ends = await Promise.all(running.map(({ ended }) => ended));
          met.kills += ends.filter(({ signal }) => signal === "SIGKILL").length;
          if (store.kind === "postgres") await postgres.untilAlone();
          answers.push(...running.flatMap(({ lines }) => lines.slice(1)));
          const found = await audit(store, limits, spends, answers);
          expect(found.flaws, `FAULT_SEED=${seed}`).toEqual([]);
          const known = new Set(answers.map((line) => line.split(" ")[0]));
          met.unanswered += [...found.executed].filter((id) => !known.has(id)).length;
        }
        const last = await runTogether(
          Array.from({ length: processes }, (_, process) => start(process)),
        );
        const { flaws } = await audit(store, limits, spends, [...answers, ...last.flat()]);
        expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
        expect(last.flat()).toHaveLength(spends.length);
        met.answered += answers.length;
      }
      printCounts(`${name}, FAULT_SEED=${seed}`, met);
      expectMet({ kills: met.kills }, { kills: times(1) * killsOfRound * 2 });
    },
    hangMs,
  );
});
