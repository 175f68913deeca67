import { isRequestPermit } from "@agent-treasury/contract";
import { type PaymentExecutor, type PaymentMode, TreasuryError } from "@agent-treasury/provider";
import { describePayment } from "../../../kernel/ledger/payment-identity.ts";
import type { QuoteSummary } from "../../../kernel/quotes/quote-summary.ts";
import { type ConnectedExecutor, modeOf, type SpendingDeps } from "./spending-deps.ts";

type Connected = Pick<SpendingDeps, "executors">;

/**
 * Selects the executor of a spend. Undefined if the ledger entry is the payment.
 *
 * @throws TreasuryError `payments_not_connected` if the executor of the quote is missing.
 */
export function chooseExecutor(
  parts: Connected,
  quote: Pick<QuoteSummary, "rail"> | null,
): ConnectedExecutor | undefined {
  if (quote === null) return defaultExecutor(parts);
  // A permit moves no money.
  if (isRequestPermit({ quote })) return undefined;
  const found = parts.executors.find(({ executor }) => executor.provider === quote.rail);
  if (found !== undefined) return found;
  throw new TreasuryError(
    "payments_not_connected",
    `The payment executor ${JSON.stringify(quote.rail)} of the quote is not connected.`,
  );
}

/** Pays spends without a quote. */
export function defaultExecutor({ executors }: Connected): ConnectedExecutor | undefined {
  return executors.find(({ executor }) => executor.needsQuote !== true);
}

/**
 * Returns the executor's mode. The ledger of a workspace must not contain test and live money, and
 * one without a deposit accepts either.
 *
 * @throws TreasuryError `payment_mode_changed` if another executor moves the other kind of money;
 * `payments_not_connected` without a key.
 */
export function modeBesideOthers({ executors }: Connected, chosen: PaymentExecutor): PaymentMode {
  const mode = chosen.mode();
  for (const { executor } of executors) {
    const other = executor === chosen ? null : modeOf(executor);
    if (other === null || (other === "live") === (mode === "live")) continue;
    const one = describePayment({ provider: chosen.provider, mode });
    const another = describePayment({ provider: executor.provider, mode: other });
    throw new TreasuryError(
      "payment_mode_changed",
      `${one} is connected beside ${another}. Connect executors of one kind of money.`,
    );
  }
  return mode;
}
