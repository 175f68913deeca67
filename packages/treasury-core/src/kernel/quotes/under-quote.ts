import type { PaymentQuote } from "@agent-treasury/provider";
import type { AskedSpend } from "../spends/spend-request.ts";
import { checkQuote } from "./check-quote.ts";

type QuotedSpend = AskedSpend & { readonly quote?: PaymentQuote };

/**
 * Replaces the reported vendor by the payee that the rail proves.
 *
 * @throws TreasuryError `invalid_request` for a quote that a proposal cannot pin.
 */
export function underQuote<Spend extends QuotedSpend>(spend: Spend): Spend {
  const { quote, amount } = spend;
  if (quote === undefined) return spend;
  checkQuote(quote, amount);
  return { ...spend, vendor: quote.payee };
}
