import { hasVisibleCharacter, readOutsideText, requestLimits } from "@agent-treasury/contract";
import { Micros, type PaymentQuote, type TreasuryError } from "@agent-treasury/provider";
import { maximumTotal } from "@agent-treasury/provider/helpers";
import { normaliseName } from "@agent-treasury/rules";
import { invalidRequest } from "../errors.ts";
import { namePrefix } from "../payees/payee-identity.ts";
import type { AskedSpend } from "../spends/spend-request.ts";
import { quoteText } from "./quote-doc.ts";

const maximumQuoteBytes = 4_096;
const maximumDescriptionCharacters = 500;

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

/**
 * Tests whether a proposal can pin a quote.
 *
 * @throws TreasuryError `invalid_request`.
 */
function checkQuote(quote: PaymentQuote, amount: Micros): void {
  const { rail, payee, description, maximum, isFixed, expiresAt } = quote;
  if (!isText(rail, requestLimits.labelCharacters)) throw invalid("has no rail");
  if (!isText(payee, requestLimits.vendorCharacters)) throw invalid("has no payee");
  // Otherwise a seller could have the identity of a name that an agent reports.
  if (normaliseName(payee).startsWith(namePrefix)) throw invalid("has a name as its payee");
  if (description !== null && !isText(description, maximumDescriptionCharacters)) {
    throw invalid("has an invalid description");
  }
  if (maximum <= 0n || maximum > maximumTotal) throw invalid("has no amount");
  if (!Number.isSafeInteger(expiresAt)) throw invalid("has no expiry");
  if (new TextEncoder().encode(quoteText(quote)).length > maximumQuoteBytes) {
    throw invalid("is longer than 4 KiB");
  }
  const isWithin = isFixed ? amount === maximum : amount <= maximum;
  if (!isWithin) {
    const bound = isFixed ? "exactly" : "at most";
    throw invalid(`is for ${bound} ${Micros.formatUsd(maximum)}`);
  }
}

function isText(text: string, maximum: number): boolean {
  return hasVisibleCharacter(text) && text.length <= maximum && readOutsideText(text).flaw === null;
}

function invalid(flaw: string): TreasuryError {
  return invalidRequest(`The quote of the payment ${flaw}.`);
}
