import type { Micros, OutboundFetch, PaymentExecutor } from "@agent-treasury/provider";

/** An executor that reads a seller's price. */
export type QuotingExecutor = PaymentExecutor & Required<Pick<PaymentExecutor, "quote">>;

export interface PaidFetchTerms {
  readonly origins: ReadonlySet<string>;
  /** Whether a person may approve a request to another origin. */
  readonly asks: boolean;
  readonly maximum: Micros | null;
  readonly outbound: OutboundFetch;
  /** Address of the service, for links to what was bought. */
  readonly serviceUrl: string;
  /** In the order in which they are asked. */
  readonly executors: readonly QuotingExecutor[];
}
