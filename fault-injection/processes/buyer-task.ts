import type { StoreAddress } from "../stores/store.ts";

/** A process that buys by x402 or MPP, or recovers what others bought. */
export interface BuyerTask {
  readonly store: StoreAddress;
  readonly rail: BuyerRail;
  /** Proposed concurrently, and paid by policy. */
  readonly purchases: readonly Purchase[];
  /** When it kills itself: at this point of any purchase, after some others passed it. */
  readonly kill: { readonly at: KillPoint; readonly after: number } | null;
  readonly recovery: BuyerRecovery | null;
  readonly clock: BuyerClock;
}

export interface BuyerRail {
  readonly protocol: "x402" | "mpp" | "tempo";
  /** Whether one tab pays all purchases. */
  readonly isTab: boolean;
  readonly privateKey: `0x${string}`;
  readonly rpcUrls: readonly string[];
  readonly token: `0x${string}`;
  /** The seller's certificate and port. */
  readonly certificate: string;
  readonly port: number;
}

export interface Purchase {
  /** 128 random bits as hexadecimal digits; of a tab, an id of `spendPartId`. */
  readonly proposalId: string;
  readonly url: string;
}

export interface BuyerClock {
  readonly aheadMs: number;
  /** Whether the database's clock is that of this process. */
  readonly isOfStorage: boolean;
}

export interface BuyerRecovery {
  readonly proposalIds: readonly string[];
  /** Moves the clock after each round, so that leases and delays end. */
  readonly stepMs: number;
  /** Recovers at most until then, or until nothing is held. */
  readonly untilAheadMs: number;
  /** Whether the database is a copy that gets its own deployment id first. */
  readonly isRestored: boolean;
  /** Whether it continues when nothing is held, because payments are looked at again. */
  readonly isReviewing: boolean;
}

/** Points that the process reaches itself, in their order. */
export const killPoints = [
  "held",
  "signed",
  "prepared",
  "committed",
  "sending",
  "answered",
  "paid",
  "recording",
  "recorded",
] as const;

export type KillPoint = (typeof killPoints)[number];

export const buyerBudget = {
  startingCapitalUsd: 1_000_000,
  maxSpendPerActionUsd: 50,
  autoApproveUnderUsd: 50,
  autoApproveDailyUsd: 1_000_000,
  dailySpendCapUsd: 1_000_000,
  minReserveUsd: 0,
} as const;

export const buyerWorkspace = "race";
export const buyerNetwork = "eip155:31337";
/** A payment counts at so many blocks. */
export const buyerDepth = 2;
