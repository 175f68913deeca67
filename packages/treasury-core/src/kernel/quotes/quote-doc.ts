import {
  type Doc,
  type JsonObject,
  type Key,
  Micros,
  type PaymentQuote,
  TreasuryError,
} from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind } from "../documents/document-kind.ts";
import { sha256Hex } from "../ledger/hash.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import { proposalKind, type SpendProposal, spendPartKind } from "../proposals/proposal.ts";
import type { QuoteSummary } from "./quote-summary.ts";

export const quoteKind = "quote";

/** The quote as text, because a storage may change the order of fields. Null after its erasure. */
interface QuoteBody {
  readonly salt: string | null;
  readonly quote: string | null;
}

export function quoteKey(proposalId: string): Key {
  return { kind: quoteKind, id: proposalId };
}

export function quoteText({ maximum, ...quote }: PaymentQuote): string {
  return JSON.stringify({ ...quote, maximum: Micros.toText(maximum) });
}

/** @param salt 128 random bits. */
export function summaryOf(quote: PaymentQuote, salt: string): QuoteSummary {
  const { rail, description, maximum, isFixed, expiresAt } = quote;
  const digest = digestOf(quoteText(quote), salt);
  return { rail, description, maximum, isFixed, expiresAt, digest };
}

export function quoteToDoc(
  proposalId: string,
  epoch: number,
  quote: PaymentQuote,
  salt: string,
): Doc {
  return keptDoc(quoteKey(proposalId), epoch, { salt, quote: quoteText(quote) });
}

/**
 * Returns what the approvers saw of a payment. Null without a quote, and after its erasure.
 *
 * @throws TreasuryError `storage_error` if it is missing, or not what was proposed.
 */
export function quoteOf(
  { id, quote }: Pick<SpendProposal, "id" | "quote">,
  doc: Doc | undefined,
): PaymentQuote | null {
  if (quote === null) return null;
  if (doc === undefined) throw damaged(id, "is missing");
  const { salt, quote: text } = fromStored<QuoteBody>(doc.body);
  if (salt === null || text === null) return null;
  if (digestOf(text, salt) !== quote.digest) throw damaged(id, "was changed");
  const { maximum, ...stored } = JSON.parse(text) as JsonObject & { readonly maximum: string };
  return { ...(stored as Omit<PaymentQuote, "maximum">), maximum: Micros.of(maximum) };
}

/** The proposal's digest of the quote remains. */
export const quoteDocument: DocumentKind = {
  kind: quoteKind,
  erasure: "with",
  of: [proposalKind, spendPartKind],
  erase: (doc) => ({ ...doc, body: { salt: null, quote: null } }),
};

function digestOf(text: string, salt: string): string {
  return sha256Hex(JSON.stringify([salt, text]));
}

function damaged(proposalId: string, flaw: string): TreasuryError {
  return new TreasuryError("storage_error", `The quote of proposal ${proposalId} ${flaw}.`);
}
