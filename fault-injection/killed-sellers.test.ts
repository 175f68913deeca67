import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { anvilBinary } from "evm-for-tests";
import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { entryFromBody } from "../packages/treasury-core/src/domain.ts";
import { expectMet, isLong, hangMs, printCounts, seedOfRun, storesOfForm } from "./long.ts";
import { type FacilitatorPoint, type X402Shop, x402Shop } from "./payments/x402-shop.ts";
import { runProcess } from "./processes/run-process.ts";
import {
  type SellerKillPoint,
  sellerKillPoints,
  type SellerTask,
  sellerWorkspace,
  type SignedPayment,
} from "./processes/seller-task.ts";
import { entriesOf } from "./stores/entries.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const unitsOfSale = 500_000n;

type Point = SellerKillPoint | FacilitatorPoint;
const points: readonly Point[] = [
  ...sellerKillPoints.slice(0, 4),
  "arrived",
  "settled",
  ...sellerKillPoints.slice(4),
];
const allStores: readonly [string, () => StoreAddress, number][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) }), 0],
  ["PostgreSQL", () => postgres.newStore(), 1],
];
/** Each is killed at a fifth of the points. */
const histories = isLong ? 40 : 1;

describe.skipIf(anvilBinary === null)("processes that are killed while they sell by x402", () => {
  it.each(storesOfForm(allStores, 0))(
    "credit each payment on the chain once in %s, and no other",
    async (name, newStore, offset) => {
      const seed = seedOfRun();
      const counts: Record<string, number> = {};
      for (let history = 0; history < histories; history += 1) {
        const each = await runHistory(newStore(), seed + history, offset);
        for (const [what, count] of Object.entries(each)) {
          counts[what] = (counts[what] ?? 0) + count;
        }
      }
      printCounts(`${name}, FAULT_SEED=${seed}`, counts);
      // A process can end before it reaches its point a second time. Some buyers received nothing.
      const { kills, credited, delivered = 0 } = counts;
      expectMet({ kills, credited }, { kills: histories, credited: delivered });
    },
    hangMs,
  );
});

async function runHistory(store: StoreAddress, seed: number, offset: number) {
  const random = seededRandom(seed);
  const shop = await x402Shop();
  const counts = { kills: 0, presented: 0, credited: 0, delivered: 0 };
  const delivered: string[] = [];
  /** Presented by the next process once more. */
  let repeated: readonly SignedPayment[] = [];
  let aheadMs = 0;

  const live = async (point: Point | null): Promise<void> => {
    const own = await Promise.all(
      [400, 410].map((seconds) => shop.sign(aheadMs / 1_000 + seconds)),
    );
    counts.presented += own.length;
    const isOfFacilitator = point === "arrived" || point === "settled";
    const payments = [...repeated, ...own];
    const kill = point === null || isOfFacilitator ? null : { at: point, after: random.below(2) };
    const recovery = { stepMs: minuteMs / 3, untilAheadMs: aheadMs + minuteMs };
    const process = startIn(shop, store, { payments, kill, aheadMs, recovery });
    const [first] = own;
    if (isOfFacilitator && first !== undefined) {
      shop.at(point, first, () => process.child.kill("SIGKILL"));
    }
    if ((await ended(process)).signal === "SIGKILL") counts.kills += 1;
    delivered.push(...deliveredBy(process.lines));
    repeated = own.slice(1);
    aheadMs += minuteMs;
  };
  const chosen = points.filter((_, at) => (at + seed + offset) % 5 === 0);
  for (const point of chosen) await live(point);
  await live(null);

  await shop.chain.increaseTime((2 * hourMs) / 1_000);
  await shop.chain.mine(4);
  const recovery = { stepMs: hourMs, untilAheadMs: 8 * hourMs };
  const last = { payments: [], kill: null, aheadMs: 2 * hourMs, recovery };
  const ends = Array.from({ length: isLong ? 2 : 1 }, () => ended(startIn(shop, store, last)));
  for (const { exitCode } of await Promise.all(ends)) expect(exitCode).toBe(0);
  counts.credited = await audit(shop, store, delivered, seed);
  // Otherwise the chains of a long run would all run until its end.
  await shop.chain.stop();
  counts.delivered = delivered.length;
  return counts;
}

/** Returns the number of credits. */
async function audit(
  shop: X402Shop,
  store: StoreAddress,
  delivered: readonly string[],
  seed: number,
): Promise<number> {
  const settled = await shop.settled();
  const storage = openStore(store);
  const entries = await entriesOf(storage, sellerWorkspace);
  const { problem } = await verifyChain(storage, sellerWorkspace);
  const open = await storage.due(Number.MAX_SAFE_INTEGER, null, 1, ["incoming_payment"]);
  await storage.close();
  const references = entries.map(({ body }) => entryFromBody(body).reference ?? "");
  expect({ references: references.toSorted(), problem, open }, `FAULT_SEED=${seed}`).toEqual({
    references: settled.toSorted(),
    problem: null,
    open: [],
  });
  expect(entries.every(({ amount }) => amount === unitsOfSale)).toBe(true);
  for (const nonce of delivered) {
    expect(
      settled.some((id) => id.endsWith(nonce)),
      `FAULT_SEED=${seed}`,
    ).toBe(true);
  }
  return entries.length;
}

function startIn(
  { rail }: X402Shop,
  store: StoreAddress,
  task: Omit<SellerTask, "store" | "rail">,
) {
  return runProcess("seller", { ...task, store, rail } satisfies SellerTask);
}

async function ended(process: ReturnType<typeof startIn>) {
  await process.ready;
  process.go();
  return process.ended;
}

/** The nonces of payments whose buyer received what it bought. */
function deliveredBy(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => (line.endsWith(" 200") ? [line.slice(0, -4)] : []));
}
