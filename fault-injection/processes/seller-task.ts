import type { StoreAddress } from "../stores/store.ts";

/** A process that sells by `paidEndpoint`, then credits what arrived. */
export interface SellerTask {
  readonly store: StoreAddress;
  readonly rail: SellerAddress;
  /** Presented concurrently. */
  readonly payments: readonly SignedPayment[];
  /** When it kills itself: at this point of any payment, after some others passed it. */
  readonly kill: { readonly at: SellerKillPoint; readonly after: number } | null;
  /** Its clock, which is also that of the database. */
  readonly aheadMs: number;
  /** Credits until then, in such steps. */
  readonly recovery: { readonly stepMs: number; readonly untilAheadMs: number };
}

export interface SellerAddress {
  readonly rpcUrls: readonly string[];
  readonly token: `0x${string}`;
  readonly payTo: `0x${string}`;
  readonly facilitator: string;
}

export interface SignedPayment {
  readonly nonce: string;
  /** The request's `payment-signature`. */
  readonly header: string;
}

/** Points that the process reaches itself, in their order. */
export const sellerKillPoints = [
  "verified",
  "announcing",
  "announced",
  "sold",
  "delivered",
  "crediting",
  "credited",
] as const;

export type SellerKillPoint = (typeof sellerKillPoints)[number];

export const sellerWorkspace = "shop";
export const sellerNetwork = "eip155:31337";
export const saleUsd = 0.5;
