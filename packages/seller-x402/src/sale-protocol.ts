import type { PaymentRequirements, SettleResponse } from "@x402/core/types";

/** What an endpoint sells, as a protocol sees it. */
export interface OfferedSale {
  /** The public URL of the endpoint. */
  readonly url: string;
  readonly description: string;
  readonly requirements: PaymentRequirements;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The parts of an x402 payment by EIP-3009, with decimal amounts and times. */
export interface PresentedTransfer {
  readonly signature: string;
  readonly authorization: Readonly<Record<string, string>>;
  /** When the challenge ends, in milliseconds since 1970. From then on, it sells nothing new. */
  readonly endsAt: number;
}

/**
 * Another protocol than x402 in which an endpoint asks for the same transfer, for example
 * `mppCharges()` of `@agent-treasury/executor-mpp`.
 */
export interface SaleProtocol {
  /** Headers of an answer that asks for the payment. */
  challenge(sale: OfferedSale): Readonly<Record<string, string>>;
  /** Returns the payment of a request, why it is not accepted, or null without one. */
  read(headers: Headers, sale: OfferedSale): PresentedTransfer | string | null;
  /** Headers of an answer that was paid. */
  receipt(settled: SettleResponse, sale: OfferedSale): Readonly<Record<string, string>>;
}
