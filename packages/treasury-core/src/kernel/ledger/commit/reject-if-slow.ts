import { retryLater } from "../../errors.ts";
import { effectsOfRequest } from "./request-effects.ts";

const longestWaitMs = 5_000;

/**
 * Rejects a request that has sent nothing if the storage has not moved for `waitedMs`. Its later
 * steps record what happened outside, such as a payment.
 *
 * @throws TreasuryError `service_busy`
 */
export function rejectIfSlow(waitedMs: number): void {
  const effects = effectsOfRequest();
  if (effects === undefined || effects.payment !== null) return;
  if (effects.mayHaveWritten || effects.pending > 0) return;
  if (!effects.isAbandoned && waitedMs <= longestWaitMs) return;
  const message = "The storage is slow, and the request would wait for it. It was not sent.";
  throw retryLater("service_busy", message, 5);
}
