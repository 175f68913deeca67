import {
  type Clock,
  Micros,
  type PaidRequest,
  type PaymentQuote,
  type QuoteAnswer,
  type SellerAnswer,
  TreasuryError,
  isTreasuryError,
} from "@agent-treasury/provider";
import { askWithin } from "../../kernel/ask-within.ts";
import type { QuotingExecutor } from "./paid-fetch-terms.ts";

const timeoutMs = 20_000;

export type QuotedAnswer = Extract<QuoteAnswer, { readonly kind: "quoted" }>;

/**
 * Returns the quote of the first executor that can pay.
 *
 * @throws TreasuryError `price_not_accepted`, or the failure of an executor if none can pay.
 */
export async function quoteAnswer(
  executors: readonly QuotingExecutor[],
  answer: SellerAnswer,
  request: PaidRequest,
  clock: Clock,
): Promise<QuotedAnswer> {
  const reasons: string[] = [];
  const failures: unknown[] = [];
  for (const executor of executors) {
    const asked = await askWithin(clock, timeoutMs, () => executor.quote(answer, request));
    if (asked.kind === "threw") failures.push(unreadPrice(asked.error));
    else if (asked.kind === "timed_out") failures.push(unreadPrice(lateQuote(executor)));
    else if (asked.answer.kind === "unsupported") reasons.push(asked.answer.reason);
    else return { ...asked.answer, quote: ownQuote(executor, asked.answer.quote) };
  }
  if (failures.length > 0) throw failures[0];
  throw new TreasuryError(
    "price_not_accepted",
    `The seller asks for a payment that is not supported: ${reasons.join("; ")}`,
  );
}

/** @throws TreasuryError `price_not_accepted`. */
export function checkPrice({ maximum: price }: PaymentQuote, maximum: Micros | null): void {
  if (maximum === null || price <= maximum) return;
  throw new TreasuryError(
    "price_not_accepted",
    `The seller's price is ${Micros.formatUsd(price)}, above the maximum of ${Micros.formatUsd(maximum)}.`,
  );
}

/**
 * A model receives text only.
 *
 * @throws TreasuryError `price_not_accepted`.
 */
export function checkReadable({ contentType = "" }: QuotedAnswer): void {
  if (!binaryType.test(contentType)) return;
  throw new TreasuryError(
    "price_not_accepted",
    `The seller sells ${JSON.stringify(contentType.slice(0, 100))}, which is not text, so you would not receive it. Nothing was paid.`,
  );
}

/** Types that are never text. `application/octet-stream` can be anything. */
const binaryType =
  /^\s*(?:(?:audio|video|font|model|image)\/(?!svg\+xml)|application\/(?:pdf|zip|gzip|wasm|x-tar|msword|vnd\.(?:ms-|openxmlformats|oasis)))/i;

/** The quote's rail selects the executor that pays. */
function ownQuote({ provider }: QuotingExecutor, quote: PaymentQuote): PaymentQuote {
  if (quote.rail === provider) return quote;
  throw new TreasuryError(
    "internal_error",
    `The payment executor ${provider} returned a quote of another one.`,
  );
}

/** The remedy of the executor's own error is for payments, and nothing is held or paid yet. */
function unreadPrice(error: unknown): unknown {
  if (!isTreasuryError(error) || error.code !== "spend_executor_error") return error;
  const message = `The seller's price could not be read. ${error.message}`;
  return new TreasuryError("outbound_failed", message, { cause: error });
}

function lateQuote({ provider }: QuotingExecutor): TreasuryError {
  const message = `The payment executor ${provider} did not read the price in time.`;
  return new TreasuryError("spend_executor_error", message);
}
