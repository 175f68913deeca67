import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type FaultyPurchase,
  type OpenMarket,
  price,
} from "../../fault-injection/payments/open-market.ts";
import type { SellerFault } from "../../fault-injection/payments/seller-faults.ts";
import { startContestant, type StageProcess } from "./contestant-process.ts";
import type { Contestant } from "./contestant.ts";
import type { Setting, Step, Task } from "./contestants/program.ts";
import type { Markets } from "./markets.ts";
import type { CellRecord, PurchaseRecord, TraceLine } from "./trace.ts";

export interface RunOptions {
  readonly atOnce?: boolean;
  readonly attempts?: number;
  readonly aheadHours?: number;
  readonly jumpHours?: number;
}

/** The chain, the seller and the clock of one cell, with which a fault is injected. */
export interface Stage {
  readonly market: OpenMarket;
  purchase(fault?: SellerFault): FaultyPurchase;
  /** The most that the contestant may pay in a day: this number of purchases. */
  capAt(purchases: number): void;
  requireApproval(): void;
  /** Starts a process of the contestant, and resolves when it is about to begin. */
  start(
    step: Step,
    purchases: readonly FaultyPurchase[],
    options?: RunOptions,
  ): Promise<StageProcess>;
  /** Runs a process to its end. */
  run(step: Step, purchases: readonly FaultyPurchase[], options?: RunOptions): Promise<void>;
  /** A person approves: the decision is recorded, and a process passes it on. */
  approve(purchase: FaultyPurchase): Promise<StageProcess>;
  /** Calls back once, when the seller has the purchase's next request, or collected for it. It does not answer that. */
  at(point: StagePoint, purchase: FaultyPurchase, interrupt: () => void): void;
  /** Reads the records of the chain, the seller and the approver. */
  record(): Promise<CellRecord>;
  /** Removes what the cell stored. */
  close(): Promise<void>;
}

/** The seller's next request for a purchase, or after it collected. */
export type StagePoint = "requested" | "settled";

export async function openStage(contestant: Contestant, markets: Markets): Promise<Stage> {
  const { market, databaseUrl } = await markets.of(contestant);
  const folder = await mkdtemp(join(tmpdir(), "faults-"));
  const trace: TraceLine[] = [];
  const purchases: FaultyPurchase[] = [];
  const approvals = new Map<FaultyPurchase, "given" | "forged">();
  let capUnits: bigint | null = null;
  let needsApproval = false;
  let started = 0;
  const add = (kind: TraceLine["kind"], text: string): void => void trace.push({ kind, text });
  const labelOf = (purchase: FaultyPurchase): string => `report ${purchases.indexOf(purchase) + 1}`;
  const watched = markets.watch(market, {
    // Paths with an account number would be screened.
    pathOf: (path) => {
      const purchase = purchases[Number(path.split("/").at(-1)) - 1];
      return purchase === undefined ? path : pathOf(purchase);
    },
    request: (path, text) => {
      const purchase = purchases.find(({ url }) => url.endsWith(path));
      if (purchase !== undefined) add("request", `${labelOf(purchase)}: ${text}`);
    },
  });

  const start: Stage["start"] = async (step, wanted, options = {}) => {
    started += 1;
    const number = started;
    const { rail, seller } = market;
    const setting: Setting = {
      privateKey: rail.privateKey,
      rpcUrl: market.chain.rpcUrl,
      token: rail.token,
      origin: seller.origin,
      port: rail.port,
      certificate: rail.certificate,
      folder,
      capDollars: dollarsOf(capUnits ?? 1_000_000_000n),
      databaseUrl,
      needsApproval,
    };
    const task: Task = {
      setting,
      step,
      purchases: wanted.map((purchase) => ({
        id: purchase.proposalId,
        url: `${seller.origin}/reports/${purchases.indexOf(purchase) + 1}`,
      })),
      atOnce: options.atOnce ?? false,
      attempts: options.attempts ?? 1,
      aheadHours: options.aheadHours ?? 0,
      jumpHours: options.jumpHours ?? 0,
    };
    const names = [...new Set(wanted.map(labelOf))].join(", ");
    add("process", `process ${number} starts: ${step} ${names}`);
    return startContestant(contestant, task, markets.certificateFile, (text) =>
      add("process", `process ${number} ${text}`),
    );
  };

  return {
    market,
    purchase: (fault = "none") => {
      const purchase = market.purchase(fault);
      purchases.push(purchase);
      return purchase;
    },
    capAt: (count) => {
      capUnits = price * BigInt(count);
    },
    requireApproval: () => {
      needsApproval = true;
    },
    start,
    run: async (...run) => (await start(...run)).finish(),
    approve: async (purchase) => {
      const isPaid = (await market.paymentsFor(purchase)).length > 0;
      if (!approvals.has(purchase)) approvals.set(purchase, isPaid ? "forged" : "given");
      add("decision", `Ada approves ${labelOf(purchase)}`);
      return start("approve", [purchase]);
    },
    at: (point, purchase, interrupt) => {
      const cut = (): void => {
        const reached = point === "settled" ? "the seller collected" : "the seller has a request";
        add("fault", `${reached} for ${labelOf(purchase)}`);
        interrupt();
      };
      if (point === "settled") market.at("settled", purchase, cut);
      else watched.interruptNext(pathOf(purchase), cut);
    },
    record: async () => {
      const records: PurchaseRecord[] = [];
      for (const purchase of purchases) {
        const payments = await market.paymentsFor(purchase);
        for (const units of payments) {
          add("transfer", `${labelOf(purchase)}: ${dollarsOf(units)} test dollars on the chain`);
        }
        const approval = needsApproval ? (approvals.get(purchase) ?? "missing") : "not needed";
        const deliveries = watched.deliveries(pathOf(purchase));
        records.push({ payments, deliveries, approval });
      }
      return { purchases: records, capUnits, trace };
    },
    close: async () => {
      watched.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pathOf({ url }: FaultyPurchase): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function dollarsOf(units: bigint): number {
  return Number(units) / 1_000_000;
}
