import type {
  ExecutorContext,
  IncomingMovement,
  IncomingRail,
  Micros,
} from "@agent-treasury/provider";
import type { PaymentRequirements, SettleResponse, VerifyResponse } from "@x402/core/types";
import type { SaleProtocol } from "./sale-protocol.ts";
import type { SaleSigner } from "./sign-sales.ts";

/** What an endpoint sells on a rail. */
export interface SaleOptions {
  /** Credited with the revenue. */
  readonly workspaceId: string;
  readonly description: string;
  readonly priceUsd: number;
  readonly scheme?: "exact" | "upto";
  readonly payTo: string;
  readonly network: string;
}

export type Settlement =
  | { readonly kind: "settled"; readonly receipt: SettleResponse }
  | { readonly kind: "refused"; readonly receipt: SettleResponse }
  /** It may be collected later. */
  | { readonly kind: "unknown" };

/** A payment whose signature and bounds fit a sale. */
export interface PresentedPayment {
  /** Identifies the payment, whatever amount of it is taken. */
  readonly id: string;
  readonly payer: string;
  /** The buyer's secret name of this payment. */
  readonly identifier: string | null;
  /** Null if the facilitator does not answer. */
  verify(): Promise<VerifyResponse | null>;
  /** What the workspace is credited with. */
  movement(amount: Micros): IncomingMovement;
  /** Collects an amount. After a lost or negative answer, the chain decides. */
  settle(amount: Micros): Promise<Settlement>;
  /** Returns the receipt of an amount that is on the chain, or null. */
  receipt(amount: Micros): Promise<SettleResponse | null>;
}

/** The terms of an endpoint. */
export interface RailSale {
  readonly price: Micros;
  readonly requirements: PaymentRequirements;
  /** Another protocol in which the endpoint asks for the payment. */
  readonly protocol?: SaleProtocol | undefined;
  /** Signs offers and receipts. */
  readonly signer?: SaleSigner | undefined;
  /** Returns the payment of a header, or why it is not accepted. */
  read(header: string): Promise<PresentedPayment | string>;
}

/** A rail that endpoints sell on, for the option `incoming` of `createTreasury`. */
export interface SellerRail extends IncomingRail {
  /**
   * Checks the options of an endpoint, and returns a function that reads its terms.
   *
   * @throws TreasuryError `invalid_request` for a wrong option.
   */
  sell(options: SaleOptions): () => Promise<RailSale>;
  /** @throws TreasuryError `payments_not_connected` before it is part of a treasury. */
  context(): ExecutorContext;
}
