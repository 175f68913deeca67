import type { Micros } from "../money/micros.ts";
import type { JsonObject } from "./json.ts";

/**
 * The bounds of a payment, read from its rail by a payment executor. A proposal pins them, and the
 * approvers' digest covers them.
 */
export interface PaymentQuote {
  /** `provider` of the payment executor. */
  readonly rail: string;
  /** The payee as the rail proves it, for example the https origin of a seller. */
  readonly payee: string;
  /** The payee's description of the purchase, shown as the payee's words. Null without one. */
  readonly description: string | null;
  readonly maximum: Micros;
  /** Whether exactly `maximum` is paid, so that approvers cannot lower it. */
  readonly isFixed: boolean;
  /** The content type that the payee states. Another one that it delivers opens a refund case. */
  readonly contentType?: string;
  /** The payment must begin before. Milliseconds since 1970. */
  readonly expiresAt: number;
  /**
   * The other bounds, by rail: at most 4 KiB as JSON, for example origin, method, digest of the
   * request's body, network, asset, payee's address and scheme.
   */
  readonly terms: JsonObject;
}

/** The request that a seller answered with its price. The payment repeats it. */
export interface PaidRequest {
  /** `https:`, without credentials or fragment, at most 1,024 characters. */
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly contentType: string | null;
  readonly body: string | null;
}

/** An answer that may ask for a payment. */
export interface SellerAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type QuoteAnswer =
  | {
      readonly kind: "quoted";
      readonly quote: PaymentQuote;
      /** The content type that the payee states, for callers that cannot use every type. */
      readonly contentType?: string;
    }
  | { readonly kind: "unsupported"; readonly reason: string };
