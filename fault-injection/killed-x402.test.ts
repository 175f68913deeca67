import { cpSync, existsSync } from "node:fs";
import { anvilBinary } from "evm-for-tests";
import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { auditPurchases } from "./audit/audit-purchases.ts";
import { expectMet, isLong, hangMs, printCounts, seedOfRun, storesOfForm } from "./long.ts";
import type { EndpointFault } from "./payments/faulty-endpoint.ts";
import {
  type FaultyPurchase,
  marketSchemes,
  type MarketScheme,
  type SellerPoint,
} from "./payments/open-market.ts";
import { paidInTime, sellerFaults } from "./payments/seller-faults.ts";
import { type X402Market, x402Market } from "./payments/x402-market.ts";
import { proposalsIn } from "./processes/buyer-proposals.ts";
import {
  type BuyerClock,
  type BuyerTask,
  type KillPoint,
  killPoints,
} from "./processes/buyer-task.ts";
import { runProcess, type TestProcess } from "./processes/run-process.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const hourMs = 3_600_000;

type Point = KillPoint | SellerPoint;
/** Those at which nothing was collected are first. */
const points: readonly Point[] = [
  ...killPoints.slice(0, 5),
  "arrived",
  "settled",
  ...killPoints.slice(5),
];
const endpointFaults: readonly EndpointFault[] = [
  "none",
  "lagging",
  "claims unused",
  "claims used",
  "down",
];

interface Life {
  readonly point: Point;
  readonly purchases: readonly [FaultyPurchase, ...FaultyPurchase[]];
}

interface Copy {
  readonly store: StoreAddress;
  readonly isRestored: boolean;
}

const allStores: readonly [string, () => StoreAddress, number][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) }), 0],
  ["PostgreSQL", () => postgres.newStore(), 1],
];
/** Each has nine or eleven purchases, so that a long run has more than 500. */
const histories = isLong ? 50 : 1;
/** The first is that of a short run. */
const schemes: readonly MarketScheme[] = ["tab", ...marketSchemes];

describe.skipIf(anvilBinary === null)(
  "processes that are killed while they pay by x402 or MPP",
  () => {
    it.each(storesOfForm(allStores, 1))(
      "pay each spend of %s at most once, and the ledger agrees with the chain",
      async (name, newStore, offset) => {
        const seed = seedOfRun();
        const counts: Record<string, number> = {};
        for (let history = 0; history < histories; history += 1) {
          const scheme = schemes[history % schemes.length] ?? "upto";
          const each = await runHistory(newStore(), seed + history, offset, scheme);
          for (const [what, count] of Object.entries(each)) {
            counts[what] = (counts[what] ?? 0) + count;
          }
        }
        printCounts(`${name}, FAULT_SEED=${seed}`, counts);
        const { purchases, kills, executed, released } = counts;
        const least = { purchases: histories * 10, kills: histories * 3 };
        expectMet({ purchases, kills, executed, released }, least);
      },
      hangMs,
    );
  },
);

async function runHistory(
  store: StoreAddress,
  seed: number,
  offset: number,
  scheme: MarketScheme,
): Promise<Readonly<Record<string, number>>> {
  const random = seededRandom(seed);
  const market = await x402Market({ scheme });
  const start = startIn(market, store);
  const livesOf = (chosen: readonly Point[]): readonly Life[] =>
    chosen.map((point) => ({
      point,
      purchases: [market.purchase("none"), market.purchase(anyOf(sellerFaults, random))],
    }));
  // Every third of the points in each history, or every sixth.
  const stride = isLong ? 3 : 6;
  const inTime = livesOf(points.filter((_, at) => (at + seed + offset) % stride === 0));
  let kills = 0;
  const live = async ({ point, purchases }: Life): Promise<void> => {
    market.endpoint.fault = anyOf(endpointFaults, random);
    const [first] = purchases;
    const isSellers = point === "arrived" || point === "settled";
    const kill = isSellers ? null : { at: point, after: isLong ? random.below(2) : 0 };
    const process = start({ purchases, kill });
    if (isSellers) market.at(point, first, () => process.child.kill("SIGKILL"));
    if ((await ended(process)).signal === "SIGKILL") kills += 1;
  };

  for (const life of inTime) await live(life);
  market.endpoint.fault = "none";
  const early = purchasesOf(inTime);
  const copies = await copiesOf(store, (seed + offset) % 2 === 0);
  const recovery = { ...everything(early), stepMs: 15_000, untilAheadMs: 300_000 };
  await Promise.all([
    ended(start({ recovery })),
    ended(start({ recovery })),
    ...copies.map(({ isRestored, store: address }) =>
      ended(startIn(market, address)({ recovery: { ...recovery, isRestored } })),
    ),
  ]);
  await expectPaid(store, early, seed);

  const undone = market.purchase("none");
  const isolated = { ...everything([undone]), stepMs: 7_000, untilAheadMs: 120_000 };
  await ended(start({ purchases: [undone], recovery: isolated }));
  await expectPaid(store, [undone], seed);
  await market.undo(undone);
  if (random.chance(2)) await market.collect(undone);

  // Recovered when its authorizations have expired.
  const late = livesOf(["committed"]);
  for (const life of late) await live(life);
  market.endpoint.fault = "claims unused";
  const all = [...early, undone, ...purchasesOf(late)];
  const dayAhead = { aheadMs: 24 * hourMs, isOfStorage: store.kind === "sqlite" };
  const aDay = { ...everything(all), stepMs: hourMs, untilAheadMs: 27 * hourMs };
  await ended(start({ recovery: aDay, clock: dayAhead }));
  market.endpoint.fault = "none";
  for (const purchase of all.filter(({ fault }) => fault === "collects late")) {
    await market.collect(purchase);
  }
  await market.pass((2 * hourMs) / 1_000);
  const end = {
    ...everything(all),
    stepMs: 8 * hourMs,
    untilAheadMs: 60 * hourMs,
    isReviewing: true,
  };
  const ends = [{ store, isRestored: false }, ...copies].map(({ store: address }) =>
    ended(startIn(market, address)({ recovery: end, clock: ahead(2 * hourMs) })),
  );
  await Promise.all(ends);
  const outcomes = await audit(market, store, all, seed);
  return { purchases: all.length, ...outcomes, kills };
}

/** All purchases that can be paid are paid after a recovery in time. */
async function expectPaid(
  store: StoreAddress,
  purchases: readonly FaultyPurchase[],
  seed: number,
): Promise<void> {
  const storage = openStore(store);
  const payable = purchases.filter(({ fault }) => paidInTime.includes(fault));
  const proposals = await proposalsIn(storage, idsOf(payable));
  await storage.close();
  const unpaid = proposals.filter(({ status }) => status !== "executed");
  expect(unpaid, `FAULT_SEED=${seed}`).toEqual([]);
}

async function audit(
  market: X402Market,
  store: StoreAddress,
  purchases: readonly FaultyPurchase[],
  seed: number,
): Promise<Readonly<Record<string, number>>> {
  const storage = openStore(store);
  const { flaws, ends } = await auditPurchases(market, storage, purchases);
  await storage.close();
  expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
  return ends;
}

/** Copies the database of killed processes. */
async function copiesOf(store: StoreAddress, isRestored: boolean): Promise<readonly Copy[]> {
  if (store.kind === "postgres") return [{ store: await postgres.copyOf(store), isRestored }];
  const path = pathOf(`${crypto.randomUUID()}.db`);
  for (const suffix of ["", "-wal"]) {
    if (existsSync(`${store.path}${suffix}`)) cpSync(`${store.path}${suffix}`, `${path}${suffix}`);
  }
  return [{ store: { kind: "sqlite", path }, isRestored }];
}

type Start = (changes: Partial<BuyerTask>) => TestProcess;

function startIn({ rail }: X402Market, store: StoreAddress): Start {
  return (changes) =>
    runProcess("buyer", {
      store,
      rail,
      purchases: [],
      kill: null,
      recovery: null,
      clock: ahead(0),
      ...changes,
    });
}

async function ended(process: TestProcess): ReturnType<() => TestProcess["ended"]> {
  await process.ready;
  process.go();
  const end = await process.ended;
  if (end.signal === null) expect(end.exitCode).toBe(0);
  return end;
}

function ahead(aheadMs: number): BuyerClock {
  return { aheadMs, isOfStorage: true };
}

function everything(purchases: readonly FaultyPurchase[]) {
  return { proposalIds: idsOf(purchases), isRestored: false, isReviewing: false };
}

function idsOf(purchases: readonly FaultyPurchase[]): readonly string[] {
  return purchases.map(({ proposalId }) => proposalId);
}

function purchasesOf(lives: readonly Life[]): readonly FaultyPurchase[] {
  return lives.flatMap(({ purchases }) => purchases);
}

function anyOf<One>(all: readonly One[], random: ReturnType<typeof seededRandom>): One {
  const one = all[random.below(all.length)];
  if (one === undefined) throw new Error("There is no choice.");
  return one;
}
