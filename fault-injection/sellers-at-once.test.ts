import { anvilBinary } from "evm-for-tests";
import { describe, expect, it } from "vitest";
import { storesOfForm, times } from "./long.ts";
import { type X402Shop, x402Shop } from "./payments/x402-shop.ts";
import { runProcess, runTogether } from "./processes/run-process.ts";
import { type SellerTask, sellerWorkspace, type SignedPayment } from "./processes/seller-task.ts";
import { entriesOf } from "./stores/entries.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const allStores: readonly [string, () => StoreAddress][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) })],
  ["PostgreSQL", () => postgres.newStore()],
];
const validSeconds = 400;
const minuteMs = 60_000;
const presentations = 15;

describe.skipIf(anvilBinary === null).each(storesOfForm(allStores, 1))(
  "two processes that sell, with %s",
  (_, store) => {
    it("collect one of two payments that have one `payment-identifier`", async () => {
      for (let round = 0; round < times(1); round += 1) {
        const shop = await x402Shop();
        const identifier = `one_purchase_${round}_0123456789`;
        const payments = [
          await shop.sign(validSeconds, identifier),
          await shop.sign(validSeconds, identifier),
        ] as const;
        const sold = await sellTogether(shop, store(), [[payments[0]], [payments[1]]]);
        expect(sold).toEqual({ statuses: ["200", "409"], handled: 1, settled: 1, credited: 1 });
        await shop.chain.stop();
      }
    });

    it("run the handler once for one payment that is presented many times at once", async () => {
      for (let round = 0; round < times(1); round += 1) {
        const shop = await x402Shop();
        const payment = await shop.sign(validSeconds, `many_times_${round}_0123456789`);
        const many = Array.from({ length: presentations }, () => payment);
        const sold = await sellTogether(shop, store(), [many, many]);
        const statuses = Array.from({ length: 2 * presentations }, () => "200");
        expect(sold).toEqual({ statuses, handled: 1, settled: 1, credited: 1 });
        await shop.chain.stop();
      }
    });
  },
);

/** Presents payments to two processes at once, and credits what arrived. */
async function sellTogether(
  { rail, settled }: X402Shop,
  store: StoreAddress,
  presented: readonly [readonly SignedPayment[], readonly SignedPayment[]],
) {
  const processes = presented.map((payments) => {
    // A process that looks before the settlement delays the next look of both.
    const recovery = { stepMs: minuteMs, untilAheadMs: 10 * minuteMs };
    const task: SellerTask = { store, rail, payments, kill: null, aheadMs: 0, recovery };
    return runProcess("seller", task);
  });
  const lines = (await runTogether(processes)).flat();
  const storage = openStore(store);
  const entries = await entriesOf(storage, sellerWorkspace);
  await storage.close();
  return {
    statuses: lines.flatMap((line) => / (\d{3})$/.exec(line)?.slice(1) ?? []).toSorted(),
    handled: lines.filter((line) => line.endsWith(" handled")).length,
    settled: (await settled()).length,
    credited: entries.length,
  };
}
