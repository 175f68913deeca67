import {
  type Micros,
  type OutboundFetch,
  type PaymentExecutor,
  TreasuryError,
} from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";

/** Requests to sellers that are paid after approval. */
export interface PaidFetchOptions {
  /** Origins that may be requested, for example `https://api.example.com`. */
  readonly origins: readonly string[];
  /** Higher prices are rejected, not proposed. No maximum by default. */
  readonly maximumUsd?: number;
}

/** An executor that reads a seller's price. */
export type QuotingExecutor = PaymentExecutor & Required<Pick<PaymentExecutor, "quote">>;

export interface PaidFetchTerms {
  readonly origins: ReadonlySet<string>;
  readonly maximum: Micros | null;
  readonly outbound: OutboundFetch;
  /** In the order in which they are asked. */
  readonly executors: readonly QuotingExecutor[];
}

/**
 * Returns null without origins.
 *
 * @throws TreasuryError `invalid_request` for an invalid option.
 */
export function paidFetchTermsOf(
  paidFetch: PaidFetchOptions | undefined,
  outbound: OutboundFetch | undefined,
  executors: readonly PaymentExecutor[],
): PaidFetchTerms | null {
  const { origins = [], maximumUsd } = paidFetch ?? {};
  if (origins.length === 0) return null;
  for (const origin of origins) checkOrigin(origin);
  if (outbound === undefined) {
    throw invalid("`paidFetch` sends requests. Pass `outbound`, for example `guardedFetch()`.");
  }
  const quoting = executors.filter(isQuoting);
  if (quoting.length === 0) {
    throw invalid(
      "`paidFetch` needs a payment executor that reads prices. Pass it in `executors`.",
    );
  }
  return {
    origins: new Set(origins),
    maximum: maximumUsd === undefined ? null : limitFromUsd(maximumUsd, "paidFetch.maximumUsd"),
    outbound,
    executors: quoting,
  };
}

function isQuoting(executor: PaymentExecutor): executor is QuotingExecutor {
  return executor.quote !== undefined;
}

function checkOrigin(origin: string): void {
  const isOrigin =
    /^https:[^*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
  if (isOrigin) return;
  throw invalid(
    `\`paidFetch.origins\` contains ${JSON.stringify(origin)}. Use https origins without a path, such as "https://api.example.com".`,
  );
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
