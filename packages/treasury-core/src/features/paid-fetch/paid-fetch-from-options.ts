import type { PaymentExecutor } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { basePathOf, baseUrlOf } from "../../http/address-options.ts";
import { checkGroup } from "../../kernel/check-group.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import { executorsOf } from "../payments/index.ts";
import { paidFetchNames } from "./paid-fetch-options.ts";
import type { PaidFetchTerms, QuotingExecutor } from "./paid-fetch-terms.ts";

/**
 * Returns null if no requests are allowed.
 *
 * @throws TreasuryError `invalid_request` for an invalid option.
 */
export function paidFetchTermsOf(options: TreasuryOptions): PaidFetchTerms | null {
  const { paidFetch = {}, outbound } = options;
  checkGroup("paidFetch", paidFetch, paidFetchNames);
  const { origins = [], maximumUsd, ask = false } = paidFetch;
  if (origins.length === 0 && !ask) return null;
  for (const origin of origins) checkOrigin(origin);
  if (outbound === undefined) {
    throw invalidRequest(
      "`paidFetch` sends requests. Pass `outbound`, for example `guardedFetch()`.",
    );
  }
  const quoting = executorsOf(options).flatMap(({ executor }) =>
    isQuoting(executor) ? [executor] : [],
  );
  if (quoting.length === 0) {
    throw invalidRequest(
      "`paidFetch` needs a payment executor that reads prices. Pass it in `executors`.",
    );
  }
  return {
    origins: new Set(origins),
    asks: ask,
    maximum: maximumUsd === undefined ? null : limitFromUsd(maximumUsd, "paidFetch.maximumUsd"),
    outbound,
    serviceUrl: baseUrlOf(options.baseUrl) + basePathOf(options.basePath),
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
  throw invalidRequest(
    `\`paidFetch.origins\` contains ${JSON.stringify(origin)}. Use https origins without a path, such as "https://api.example.com".`,
  );
}
