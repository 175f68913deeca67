import { anvilBinary } from "evm-for-tests";
import { describe, expect, it } from "vitest";
import { hangMs, isLong, times } from "./long.ts";
import { type FaultyPurchase, marketSchemes, type MarketScheme } from "./payments/open-market.ts";
import { paidInTime, type SellerFault } from "./payments/seller-faults.ts";
import { type X402Market, x402Market } from "./payments/x402-market.ts";
import type { BuyerTask } from "./processes/buyer-task.ts";
import { runProcess, type TestProcess } from "./processes/run-process.ts";
import type { StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";

const pathOf = testDirectory();
const purchasesOfFault = times(1, 10);
const attempts = 3;
/** The fault, and whether the process is killed when the seller collected. */
const faults: readonly (readonly [string, SellerFault, boolean])[] = [
  ...paidInTime.map((fault) => [fault, fault, false] as const),
  ["collects late", "collects late", false],
  ["process killed", "none", true],
];

/** MPP has no identifier by which a seller returns an answer again. */
const isIdentified = (scheme: MarketScheme): boolean => scheme !== "MPP";

/** Buys everything once, and again after it was killed. Returns the output. */
type Client = (
  market: X402Market,
  purchases: readonly FaultyPurchase[],
  killed: FaultyPurchase | null,
) => Promise<readonly string[]>;

interface Counts {
  readonly doubled: number;
  readonly undelivered: number;
}

describe.skipIf(anvilBinary === null)("a caller that repeats purchases without an answer", () => {
  it.each(isLong ? marketSchemes : (["upto", "MPP"] as const))(
    `never pays twice by a treasury${isLong ? ", unlike by @x402/fetch or mppx" : ""}: %s`,
    async (scheme) => {
      const ours = await countsOf(treasuryClient(`identified-${scheme}`), {
        identifies: isIdentified(scheme),
        scheme,
      });
      // Comparisons.
      const unidentified =
        isLong && isIdentified(scheme)
          ? await countsOf(treasuryClient(`unidentified-${scheme}`), { scheme })
          : [];
      const theirs = isLong ? await countsOf(fetchClient, { scheme }) : [];
      const table = faults.map(([name], at) => ({
        fault: name,
        purchases: purchasesOfFault,
        "treasury: paid twice": ours[at]?.doubled,
        "treasury: paid, not delivered": ours[at]?.undelivered,
        "without `payment-identifier`": unidentified[at]?.undelivered,
        "its client: paid twice": theirs[at]?.doubled,
        "its client: paid, not delivered": theirs[at]?.undelivered,
      }));
      console.table(table);
      for (const counts of [ours, unidentified].filter(({ length }) => length > 0)) {
        expect(counts.map(({ doubled }) => doubled)).toEqual(faults.map(() => 0));
      }
      // A seller that collects late rejected each presentation before, and is not asked afterwards.
      if (isIdentified(scheme)) {
        expect(ours.map(({ undelivered }) => undelivered)).toEqual(
          faults.map(([, fault]) => (fault === "collects late" ? purchasesOfFault : 0)),
        );
      }
      if (isLong) expect(Math.max(...theirs.map(({ doubled }) => doubled))).toBeGreaterThan(0);
    },
    hangMs,
  );
});

async function countsOf(
  client: Client,
  options?: Parameters<typeof x402Market>[0],
): Promise<readonly Counts[]> {
  const market = await x402Market(options);
  const groups = faults.map(([, fault, isKilled]) => ({
    isKilled,
    purchases: Array.from({ length: purchasesOfFault }, () => market.purchase(fault)),
  }));
  const output: string[] = [];
  for (const { isKilled, purchases } of groups) {
    if (!isKilled) continue;
    for (const purchase of purchases) output.push(...(await client(market, [purchase], purchase)));
  }
  const others = groups.filter(({ isKilled }) => !isKilled).flatMap(({ purchases }) => purchases);
  output.push(...(await client(market, others, null)));
  for (const purchase of others.filter(({ fault }) => fault === "collects late")) {
    await market.collect(purchase);
  }
  return Promise.all(
    groups.map(async ({ purchases }) => {
      const counts = { doubled: 0, undelivered: 0 };
      for (const purchase of purchases) {
        const { length } = await market.paymentsFor(purchase);
        if (length > 1) counts.doubled += 1;
        const isDelivered = output.includes(`${purchase.url} delivered`);
        if (length > 0 && !isDelivered) counts.undelivered += 1;
      }
      return counts;
    }),
  );
}

const fetchClient: Client = (market, purchases, killed) =>
  runTwice(market, killed, () =>
    runProcess("fetcher", { rail: market.rail, urls: purchases.map(({ url }) => url), attempts }),
  );

function treasuryClient(name: string): Client {
  const store: StoreAddress = { kind: "sqlite", path: pathOf(`${name}.db`) };
  return ({ rail, ...market }, purchases, killed) => {
    const proposalIds = purchases.map(({ proposalId }) => proposalId);
    const task: BuyerTask = {
      store,
      rail,
      purchases: Array.from({ length: attempts }, () => purchases).flat(),
      kill: null,
      recovery: {
        proposalIds,
        stepMs: 15_000,
        untilAheadMs: 300_000,
        isRestored: false,
        isReviewing: false,
      },
      clock: { aheadMs: 0, isOfStorage: true },
    };
    return runTwice({ rail, ...market }, killed, () => runProcess("buyer", task));
  };
}

/** Runs a process, and once more if it is killed when the seller collected for a purchase. */
async function runTwice(
  market: X402Market,
  killed: FaultyPurchase | null,
  start: () => TestProcess,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (let life = killed === null ? 1 : 0; life < 2; life += 1) {
    const process = start();
    if (life === 0 && killed !== null) {
      market.at("settled", killed, () => process.child.kill("SIGKILL"));
    }
    await process.ready;
    process.go();
    const { signal, exitCode } = await process.ended;
    expect([signal, exitCode]).toEqual(life === 0 ? ["SIGKILL", null] : [null, 0]);
    lines.push(...process.lines);
  }
  return lines;
}
