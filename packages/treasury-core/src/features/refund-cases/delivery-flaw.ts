import type { PaidResource, PaymentQuote } from "@agent-treasury/provider";
import type { CaseReason } from "./case-record.ts";

/** What is wrong with a delivery. Null if it is what was offered. */
export function deliveryFlaw(
  quote: Pick<PaymentQuote, "contentType"> | null,
  delivered: Pick<PaidResource, "status" | "contentType"> | null,
): CaseReason | null {
  if (delivered === null) return "nothing_delivered";
  if (delivered.status >= 400) return "error_delivered";
  const offered = typeOf(quote?.contentType ?? null);
  const type = typeOf(delivered.contentType);
  // A wildcard offers anything, and an answer without a type may be what was offered.
  if (offered === null || type === null || offered.includes("*")) return null;
  return offered === type ? null : "other_content";
}

function typeOf(contentType: string | null): string | null {
  const [type = ""] = (contentType ?? "").split(";");
  return type.trim().toLowerCase() || null;
}
