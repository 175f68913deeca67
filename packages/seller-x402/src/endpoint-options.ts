import { type IncomingPayments, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd, checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { SellerRail } from "./seller-rail.ts";

const maximumDescriptionLength = 200;

export interface PaidEndpointOptions {
  readonly treasury: { readonly incoming: IncomingPayments };
  /** Credited with the revenue. */
  readonly workspaceId: string;
  /** One of the treasury's `incoming`. */
  readonly seller: SellerRail;
  /** What is paid. For `upto` the most, of which the handler takes a part. */
  readonly priceUsd: number;
  /**
   * The scheme of x402. For `upto`, buyers pay by Permit2, and the facilitator must support the scheme.
   * Default: `exact`.
   */
  readonly scheme?: "exact" | "upto";
  /** The address that is paid. */
  readonly payTo: string;
  /** For example `eip155:8453`. */
  readonly network: string;
  /** Shown to buyers and in the ledger, at most 200 characters. */
  readonly description: string;
  /** The public URL, if the app is behind a proxy that changes it. */
  readonly url?: string;
}

/** The payment of a request. It is not settled while the handler runs. */
export interface BuyerPayment {
  /** Identifies the payment. */
  readonly id: string;
  readonly payer: string;
  /**
   * Takes a part of the price of an `upto` endpoint; the whole price without this call. The last call
   * counts.
   *
   * @throws TreasuryError `invalid_request` for more than the price, with the scheme `exact`, and
   * after the body of the answer ended.
   */
  charge(amountUsd: number): void;
}

/** Returns what is sold. Nothing is collected for a status of 400 and above, or a rejection. */
export type PaidHandler = (request: Request, payment: BuyerPayment) => Response | Promise<Response>;

const optionNames: NamesOf<PaidEndpointOptions> = {
  treasury: true,
  workspaceId: true,
  seller: true,
  priceUsd: true,
  scheme: true,
  payTo: true,
  network: true,
  description: true,
  url: true,
};

/** @throws TreasuryError `invalid_request` for a wrong option. */
export function checkEndpoint(options: PaidEndpointOptions): void {
  checkOptions("paidEndpoint", options, optionNames);
  const { priceUsd, description, scheme = "exact" } = options;
  if (scheme !== "exact" && scheme !== "upto") {
    throw new TreasuryError("invalid_request", "`scheme` must be `exact` or `upto`.");
  }
  amountFromUsd(priceUsd, "priceUsd");
  if (description !== "" && description.length <= maximumDescriptionLength) return;
  throw new TreasuryError(
    "invalid_request",
    `\`description\` must have 1 to ${maximumDescriptionLength} characters.`,
  );
}
