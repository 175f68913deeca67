import type { StoreAddress } from "../stores/store.ts";

/** A process that buys by cards, and records what the card network reports. */
export interface CardTask {
  readonly store: StoreAddress;
  readonly network: string;
  /** Purposes of spends of 30 USD. */
  readonly purchases: readonly string[];
  /** It kills itself before or after its commit of this number, counted from 1. */
  readonly kill: { readonly commit: number; readonly isAfter: boolean } | null;
  /** Its clock, which is also that of the database. */
  readonly aheadMs: number;
  /** How often it receives notices and recovers, and how far its clock moves each time. */
  readonly rounds: number;
  readonly stepMs: number;
}

export const cardWorkspace = "cards";
export const cardSpendUsd = 30;
