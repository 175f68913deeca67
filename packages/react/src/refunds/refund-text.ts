import type { RefundCase } from "@agent-treasury/sdk-client";

const reasons: Readonly<Record<RefundCase["reason"], string>> = {
  nothing_delivered: "Nothing delivered",
  error_delivered: "Error delivered",
  other_content: "Other content",
  late: "Too late",
  other: "Not as offered",
};

const steps: Readonly<Record<RefundCase["steps"][number]["kind"], string>> = {
  opened: "Opened",
  asked_again: "Seller asked again",
  refund_requested: "Refund requested",
  disputed: "Dispute filed",
  refunded: "Refund recorded",
  delivered: "Delivered",
  refused: "Refused by the payee",
  withdrawn: "Withdrawn",
  expired: "Ended without an outcome",
};

/** A reason of a newer service is shown as it is. */
export function reasonText(reason: string): string {
  return (reasons as Record<string, string>)[reason] ?? reason;
}

export function stepText(kind: string): string {
  return (steps as Record<string, string>)[kind] ?? kind;
}
