import type { Proposal } from "@agent-treasury/sdk-client";
import { formatMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";

export type SpendQuote = NonNullable<Proposal["quote"]>;

/** Other rails are shown by their id. */
const railNames: Readonly<Record<string, string>> = {
  request: "Nothing yet: this approves the request only",
  sandbox: "Sandbox, test money only",
  stripe_issuing: "Card by Stripe Issuing",
  x402: "x402",
};

export function railText({ rail }: Pick<SpendQuote, "rail">): string {
  return (Object.hasOwn(railNames, rail) ? railNames[rail] : undefined) ?? rail;
}

type QuotedSpend = Pick<Proposal, "vendor" | "purpose" | "quote">;

/** The quote is undefined where it is not known, as in a replay. */
type Vendor = Pick<QuotedSpend, "vendor"> & Partial<Pick<QuotedSpend, "quote">>;

/** Returns the vendor. A rail proves the https origin of a seller, of which this is the host. */
export function vendorText({ vendor, quote }: Vendor): string {
  return quote === null ? vendor : vendor.replace(/^https:\/\/(?=[^/]+$)/, "");
}

/** Returns the purpose. A request to the vendor has only its path, because the title has the host. */
export function purposeText({ vendor, purpose, quote }: QuotedSpend): string {
  if (quote === null) return purpose;
  const [method = "", ...rest] = purpose.split(" ");
  const request = rest.join(" ");
  return request.startsWith(`${vendor}/`) ? `${method} ${request.slice(vendor.length)}` : purpose;
}

/** Whether the approval is for a request to a seller, which pays nothing. */
export function isRequest({ quote }: Pick<Proposal, "quote">): boolean {
  return quote?.rail === "request";
}

/** Returns the price: "$0.50, fixed price". */
export function priceText({ maximumUsd, isFixed }: SpendQuote): string {
  const price = formatUsd(maximumUsd);
  return isFixed ? `${price}, fixed price` : `At most ${price}`;
}

/** Returns what to do about a price that expired. */
export function expiredText({ expiresAt }: Pick<SpendQuote, "expiresAt">): string {
  return `This price expired at ${formatMoment(expiresAt)}, so the spend cannot be approved. Deny it, and ask the agent to propose it again.`;
}
