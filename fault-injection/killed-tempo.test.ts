import {
  anvilBinary,
  type OpenSeller,
  openSeller,
  pathUsd,
  payeeOf,
  startTempo,
  type TempoChain,
  tempoSale,
} from "evm-for-tests";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectMet, hangMs, isLong, printCounts, storesOfForm } from "./long.ts";
import type { SellerPoint } from "./payments/open-market.ts";
import { proposalsIn } from "./processes/buyer-proposals.ts";
import {
  buyerWorkspace,
  type BuyerRail,
  type BuyerTask,
  type KillPoint,
  killPoints,
  type Purchase,
} from "./processes/buyer-task.ts";
import { runProcess, type TestProcess } from "./processes/run-process.ts";
import { entriesOf } from "./stores/entries.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const stores: readonly [string, () => StoreAddress][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) })],
  ["PostgreSQL", () => postgres.newStore()],
];
const points: readonly (KillPoint | SellerPoint)[] = [...killPoints, "arrived", "settled"];
const rounds = isLong ? 5 : 1;
const capital = 1_000_000_000n;

describe.skipIf(anvilBinary === null)("processes that are killed while they pay on Tempo", () => {
  let chain: TempoChain;
  let seller: OpenSeller;
  let interrupt: { readonly at: SellerPoint; readonly kill: () => void } | null = null;
  const interrupted = (point: SellerPoint): boolean => {
    const isNow = interrupt?.at === point;
    if (isNow) interrupt?.kill();
    return isNow;
  };
  beforeAll(async () => {
    // The chain id of other tests, which the processes know.
    chain = await startTempo(31_337);
    seller = await openSeller(undefined as never, undefined as never);
    const sale = tempoSale(chain);
    seller.behave = async (request) => {
      const isPaid = request.headers.authorization !== undefined;
      if (isPaid && interrupted("arrived")) return null;
      const answer = await sale(seller.origin, request);
      if (isPaid) await chain.mine(1);
      return isPaid && interrupted("settled") ? null : answer;
    };
  });
  afterAll(async () => {
    await seller.close();
    await chain.stop();
  });

  it.each(storesOfForm(stores, 1))(
    "pay each spend of %s once, and the ledger has what left the account",
    async (name, newStore) => {
      const store = newStore();
      const privateKey = generatePrivateKey();
      const { address } = privateKeyToAccount(privateKey);
      await chain.fund(address, capital);
      const rail: BuyerRail = {
        protocol: "tempo",
        isTab: false,
        privateKey,
        rpcUrls: [chain.rpcUrl],
        token: pathUsd,
        certificate: seller.certificate,
        port: Number(new URL(seller.origin).port),
      };
      const start = (changes: Partial<BuyerTask>): TestProcess =>
        runProcess("buyer", {
          store,
          rail,
          purchases: [],
          kill: null,
          recovery: null,
          clock: { aheadMs: 0, isOfStorage: true },
          ...changes,
        });
      const purchases: Purchase[] = [];
      let kills = 0;
      for (let round = 0; round < rounds; round += 1) {
        for (const point of points) {
          const bought = [purchase(seller), purchase(seller)];
          purchases.push(...bought);
          const isSellers = point === "arrived" || point === "settled";
          const kill = isSellers ? null : { at: point, after: round % 2 };
          const process = start({ purchases: bought, kill });
          const end = () => process.child.kill("SIGKILL");
          interrupt = isSellers ? { at: point, kill: end } : null;
          if ((await ended(process)).signal === "SIGKILL") kills += 1;
          interrupt = null;
        }
        const proposalIds = purchases.map(({ proposalId }) => proposalId);
        const recovery = {
          proposalIds,
          isRestored: false,
          isReviewing: false,
          stepMs: 15_000,
          untilAheadMs: 240_000,
        };
        await Promise.all([ended(start({ recovery })), ended(start({ recovery }))]);
      }
      const storage = openStore(store);
      const proposals = await proposalsIn(
        storage,
        purchases.map(({ proposalId }) => proposalId),
      );
      expect(proposals.filter(({ status }) => status !== "executed")).toEqual([]);
      const executed = new Set(proposals.map(({ id }) => id));
      for (const { proposalId } of purchases) {
        const payments = await chain.paymentsOf(address, payeeOf(proposalId));
        expect(payments).toHaveLength(executed.has(proposalId) ? 1 : 0);
      }
      const entries = await entriesOf(storage, buyerWorkspace);
      const paid = -entries.reduce((sum, { amount }) => sum + amount, 0n);
      expect(paid).toBe(capital - (await chain.balanceOf(address)));
      await storage.close();
      printCounts(name, { purchases: purchases.length, executed: executed.size, kills });
      expectMet({ kills, executed: executed.size }, { kills: (rounds * points.length) / 2 });
    },
    hangMs,
  );
});

function purchase({ origin }: OpenSeller): Purchase {
  const proposalId = crypto.randomUUID().replaceAll("-", "");
  return { proposalId, url: `${origin}/report?proposal=${proposalId}` };
}

async function ended(process: TestProcess): ReturnType<() => TestProcess["ended"]> {
  await process.ready;
  process.go();
  const end = await process.ended;
  if (end.signal === null) expect(end.exitCode).toBe(0);
  return end;
}
