import type { PaymentQuote } from "@agent-treasury/provider";
import type { ScreeningInput } from "@agent-treasury/screening";
import type { ScreenedSpend } from "../policy/spending-terms.ts";
import { checkQuote } from "./check-quote.ts";

type QuotedSpend = ScreenedSpend & { readonly quote?: PaymentQuote };

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

/** The payee's description is screened as the agent's texts are. */
export function screenedOf({ quote, vendor, purpose, category }: QuotedSpend): ScreeningInput {
  if (quote === undefined) return { vendor, purpose, category };
  const { description } = quote;
  return { vendor, purpose, category, isVendorProven: true, description };
}
