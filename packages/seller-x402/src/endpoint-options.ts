import type { NetworkId } from "@agent-treasury/executor-x402";
import type { IncomingPayments } from "@agent-treasury/provider";
import type { Address } from "viem";
import type { X402Seller } from "./x402-seller.ts";

export interface PaidEndpointOptions {
  readonly treasury: { readonly incoming: IncomingPayments };
  /** Credited with the revenue. */
  readonly workspaceId: string;
  /** One of the treasury's `incoming`. */
  readonly seller: X402Seller;
  readonly priceUsd: number;
  /** The address that is paid. */
  readonly payTo: Address;
  readonly network: NetworkId;
  /** Shown to buyers and in the ledger, at most 200 characters. */
  readonly description: string;
  /** The public URL, if the app is behind a proxy that changes it. */
  readonly url?: string;
}

/** The payment of a request. It is not settled while the handler runs. */
export interface BuyerPayment {
  /** Identifies the payment. */
  readonly id: string;
  readonly payer: Address;
}

/** Returns what is sold. Nothing is collected for a status of 400 and above, or a rejection. */
export type PaidHandler = (request: Request, payment: BuyerPayment) => Response | Promise<Response>;
