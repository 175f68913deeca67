import { mppExecutor } from "@agent-treasury/executor-mpp";
import { x402Executor } from "@agent-treasury/executor-x402";
import { type Clock, type OutboundFetch, systemClock } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { isPaidFetchError, treasuryFetch } from "@agent-treasury/sdk-client/paid-fetch";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { anvilBinary, testNetwork } from "evm-for-tests";
import { describe, expect, it } from "vitest";
import { isLong, hangMs, times } from "./long.ts";
import { type AnswerFault, answerFaults, hiddenSettlements } from "./payments/answer-faults.ts";
import { report, type SiteScheme } from "./payments/identified-sellers.ts";
import { otherClient } from "./payments/other-clients.ts";
import { type Deal, type SellerName, sellerMarket } from "./payments/seller-market.ts";

/** Whether the buyer's and the seller's process end at the answer to the first presentation. */
const endings = ["stays", "restarted"] as const;
type Ending = (typeof endings)[number];

interface Cell {
  readonly scheme: SiteScheme;
  readonly fault: AnswerFault;
  readonly seller: SellerName;
  readonly ending: Ending;
}

interface Result extends Cell {
  readonly payments: number;
  readonly paidUnits: bigint;
  readonly delivered: "in the call" | "later" | "never";
  /** Whether the seller answers the payment when it is presented once more. */
  readonly isAnswered: boolean;
  readonly expenseUsd: number;
}

/** Faults that outlast the buyer's call. */
const lastingFaults: ReadonlySet<AnswerFault> = new Set([
  "buyer's RPC down",
  "seller down after the sale",
]);
const atOnce = 8;
const minuteMs = 60_000;
const clockSkewMs = 2 * minuteMs;
const baseUrl = "http://localhost:3000";

const sellersOf: Readonly<Record<SiteScheme, readonly SellerName[]>> = {
  exact: ["@x402/hono", "@x402/hono with a facilitator that repeats", "seller-x402"],
  upto: ["@x402/hono", "@x402/hono with a facilitator that repeats", "seller-x402"],
  MPP: ["mppx", "seller-x402"],
};
const schemes: readonly SiteScheme[] = ["exact", "upto", "MPP"];

/** Short runs restart processes with one seller, and repeat settlements where it matters. */
const cellsOf = (scheme: SiteScheme): readonly Cell[] =>
  answerFaults
    .flatMap((fault) =>
      sellersOf[scheme].flatMap((seller) =>
        endings.map((ending) => ({ scheme, fault, seller, ending })),
      ),
    )
    .filter(
      ({ fault, seller, ending }) =>
        isLong ||
        (scheme === "exact" && seller === "seller-x402") ||
        (ending === "stays" &&
          (seller === sellersOf[scheme][0] ||
            (scheme === "exact" && hiddenSettlements.has(fault)))),
    );

/** A seller that answers a payment once owes nothing to a buyer who presents it again. */
const isIdentified = ({ scheme }: Cell): boolean => scheme !== "MPP";

describe.skipIf(anvilBinary === null)("a purchase from a seller with `payment-identifier`", () => {
  it.each(schemes)(
    "is paid once, and delivered if the seller would answer, after each fault: %s",
    async (scheme) => {
      const market = await sellerMarket();
      const cells = cellsOf(scheme);
      for (let round = 0; round < times(1, 5); round += 1) {
        const results = await inPools(cells, async (cell) =>
          buy(cell, await market.deal(cell.seller, cell.fault, scheme)),
        );
        if (isLong || process.env["FAULT_TABLE"] !== undefined) console.table(results);
        const outcomes = results.map(
          ({ delivered, isAnswered, paidUnits, expenseUsd, ...others }) => ({
            ...others,
            isRecorded: paidUnits === amountFromUsd(expenseUsd, "expenseUsd"),
            ...(isIdentified(others) && { isDelivered: delivered !== "never" }),
            isOwed: isAnswered && delivered === "never",
          }),
        );
        expect(outcomes).toEqual(
          cells.map((cell) => ({
            ...cell,
            payments: 1,
            isRecorded: true,
            ...(isIdentified(cell) && {
              isDelivered: !(cell.seller === "@x402/hono" && hiddenSettlements.has(cell.fault)),
            }),
            isOwed: false,
          })),
        );
        const late = results.filter(
          ({ ending, delivered, fault }) =>
            ending === "stays" && delivered === "later" && !lastingFaults.has(fault),
        );
        expect(late).toEqual([]);
      }
    },
    hangMs,
  );

  it.runIf(isLong || process.env["FAULT_TABLE"] !== undefined)(
    "is paid twice by the official clients after some of these faults",
    async () => {
      const market = await sellerMarket();
      const cells = schemes.flatMap(cellsOf).filter(({ seller }) => seller !== "seller-x402");
      const results = await inPools(cells, async (cell) =>
        buyElsewhere(cell, await market.deal(cell.seller, cell.fault, cell.scheme)),
      );
      console.table(results);
      const doubled = results.filter(({ payments }) => payments > 1);
      expect(new Set(doubled.map(({ scheme }) => scheme))).toEqual(new Set(schemes));
    },
    hangMs,
  );
});

/** Repeats a purchase by the scheme's own client until it is answered, as a queue of jobs does. */
async function buyElsewhere(cell: Cell, deal: Deal) {
  let isDelivered = false;
  for (let attempt = 0; attempt < 4 && !isDelivered; attempt += 1) {
    const fetch = otherClient(deal, cell.scheme);
    isDelivered = await fetch(deal.url).then(
      ({ ok }) => ok,
      () => false,
    );
    deal.endFault();
  }
  return { ...cell, payments: (await deal.payments()).length, isDelivered };
}

/** Buys by `treasuryFetch`, and repeats the call after recoveries until it is answered. */
async function buy(cell: Cell, deal: Deal): Promise<Result> {
  const { fault, ending } = cell;
  const skews: Partial<Record<AnswerFault, number>> = {
    "buyer's clock ahead": clockSkewMs,
    "buyer's clock behind": -clockSkewMs,
  };
  let aheadMs = skews[fault] ?? 0;
  const now = (): number => Date.now() + aheadMs;
  const storage = memoryStorage({ now });
  const open = (outbound: OutboundFetch): Treasury =>
    createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      clock: { ...systemClock, now } satisfies Clock,
      storage,
      budget: { startingCapitalUsd: 100 },
      recoverySeconds: false,
      executors: {
        executor: (cell.scheme === "MPP" ? mppExecutor : x402Executor)({
          account: deal.account,
          rpcUrls: { [testNetwork]: [deal.rpcUrl] },
          networks: { [testNetwork]: { mode: "test", tokens: [deal.token], depth: 1 } },
        }),
      },
      outbound,
      paidFetch: { origins: [deal.origin], maximumUsd: 1 },
      onFailure: () => {},
    });
  let treasury = open(deal.outbound);
  let isDelivered = false;
  if (ending === "stays") {
    isDelivered = await isAnsweredBy(treasury, deal.url);
  } else {
    const ended = Promise.withResolvers<void>();
    const first = open(async (request) => {
      const answer = deal.outbound(request);
      const { "payment-signature": payment, authorization } = request.headers;
      if (payment === undefined && authorization === undefined) return answer;
      await answer.catch(() => {});
      ended.resolve();
      return new Promise(() => {});
    });
    // The service rejects the call after its time limit.
    isAnsweredBy(first, deal.url).catch(() => {});
    await ended.promise;
    deal.restart();
    treasury = open(deal.outbound);
  }
  const isInCall = isDelivered;
  for (let round = 0; round < 5 && !isDelivered; round += 1) {
    deal.endFault();
    aheadMs += minuteMs + 1_000;
    await treasury.recover();
    isDelivered = await isAnsweredBy(treasury, deal.url);
  }
  const paid = await deal.payments();
  const result: Result = {
    ...cell,
    payments: paid.length,
    paidUnits: paid.reduce((sum, units) => sum + units, 0n),
    delivered: isInCall ? "in the call" : isDelivered ? "later" : "never",
    isAnswered: await deal.isAnswered(),
    expenseUsd: (await treasury.state()).expenseUsd,
  };
  await treasury.close();
  return result;
}

async function isAnsweredBy(treasury: Treasury, url: string): Promise<boolean> {
  const client = createTreasuryClient({
    baseUrl,
    fetch: (input, init) => treasury.handler(new Request(input, init)),
  });
  const fetch = treasuryFetch(client, { purpose: "a report", maximumUsd: 1, waitSeconds: 0 });
  try {
    const answer = await fetch(url, { headers: { "idempotency-key": "purchase" } });
    return answer.status === 200 && (await answer.text()) === report;
  } catch (error) {
    if (isPaidFetchError(error)) return false;
    throw error;
  }
}

/** Calls a function for each item, a few at a time. */
async function inPools<Item, Answer>(
  items: readonly Item[],
  call: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      answers[at] = await call(items[at] as Item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}
