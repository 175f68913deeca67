import type {
  PaymentExecutor,
  SpendFinding,
  SpendOrder,
  SpendOutcome,
} from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { type Treasury, createTreasury, type TreasuryOptions } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { type ManualClock, manualClock } from "../agent/manual-clock.fixture.ts";
import { sellerOrigin, testSeller, type TestSeller } from "../paid-fetch/test-seller.fixture.ts";

export const url: string = `${sellerOrigin}/weather`;
export const hour = 3_600_000;
export const unknown = { kind: "unknown", reason: "The answer was lost." } as const;

export interface World {
  readonly treasury: Treasury;
  readonly clock: ManualClock;
  readonly seller: TestSeller;
  readonly orders: SpendOrder[];
  /** What the executor reports of a payment; it takes a quarter of the price by default. */
  paid: (order: SpendOrder) => SpendOutcome;
  found: (order: SpendOrder) => SpendFinding;
  readonly canceled: string[];
  /** Where the process exits: its call of the executor never ends. */
  exitsAt: "prepare" | "committed" | "paid" | null;
  /** Another process with the same database. */
  start(): Treasury;
  /** Opens a tab with the seller as its payee. */
  open(amountUsd?: number, payee?: string): Promise<string>;
  /** Buys at `priceUsd`, 2 by default. */
  buy(tabId: string, key?: string): ReturnType<Treasury["fetchPaid"]>;
  tab(tabId: string): Promise<object>;
}

export function taken(order: SpendOrder, usd: number): SpendOutcome {
  const reference = `permit2:${order.proposalId}`;
  const captures = [{ id: reference, amount: amountFromUsd(usd, "usd") }];
  return { kind: "executed", captures, reference };
}

export function openWorld(
  changes: Partial<PaymentExecutor> = {},
  options: Partial<TreasuryOptions> = {},
): World {
  const clock = manualClock();
  const seller = testSeller();
  const orders: SpendOrder[] = [];
  const storage = memoryStorage({ now: clock.now });
  const isGone = new Promise<never>(() => {});
  const start = (isFirst = false): Treasury => {
    const passes = (point: World["exitsAt"]): Promise<unknown> =>
      isFirst && world.exitsAt === point ? isGone : Promise.resolve();
    return createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      clock,
      recoverySeconds: false,
      budget: { startingCapitalUsd: 1_000, maxSpendPerActionUsd: 100, dailySpendCapUsd: 500 },
      executors: {
        executor: {
          ...seller.executor,
          prepare: async ({ proposalId }) => {
            await passes("prepare");
            return { nonce: proposalId };
          },
          pay: async (order) => {
            await passes("committed");
            orders.push(order);
            const outcome = world.paid(order);
            await passes("paid");
            return outcome;
          },
          find: async (order) => world.found(order),
          cancel: async ({ proposalId }) => void world.canceled.push(proposalId),
          ...changes,
        },
      },
      outbound: seller.outbound,
      paidFetch: { origins: [sellerOrigin] },
      ...options,
    });
  };
  const treasury = start(true);
  const world: World = {
    treasury,
    clock,
    seller,
    orders,
    canceled: [],
    exitsAt: null,
    start,
    paid: (order) => taken(order, 0.5),
    found: () => unknown,
    open: async (amountUsd = 5, payee = sellerOrigin) => {
      const opening = { amountUsd, payee, minutes: 60, vendor: "Weather", purpose: "forecasts" };
      const { tab } = await treasury.tabs.open(opening);
      await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
      return tab.id;
    },
    buy: async (tabId, idempotencyKey = "one") =>
      treasury.fetchPaid({ url, purpose: "the weather", tabId, idempotencyKey }),
    tab: async (tabId) => (await treasury.tabs.read({ tabId })).tab,
  };
  return world;
}
