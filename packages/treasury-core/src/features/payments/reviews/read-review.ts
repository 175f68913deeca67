import type { Review } from "@agent-treasury/provider";
import { isPaymentId, isRecordable, readableText } from "../payouts/read-outcome.ts";

/** Returns a valid review with readable texts. Null for another value. */
export function readReview(review: Review | null | undefined): Review | null {
  switch (review?.kind) {
    case "final":
      return review;
    case "pending":
      return Number.isFinite(review.afterMs) ? review : null;
    case "reversed": {
      const { captureIds, reason, replacedBy } = review;
      if (replacedBy !== undefined) {
        const { captures, reference } = replacedBy;
        if (!isRecordable(captures, reference)) return null;
      }
      if (!Array.isArray(captureIds) || !captureIds.every(isPaymentId)) return null;
      return {
        kind: "reversed",
        captureIds,
        reason: sentence(readableText(reason)),
        ...(replacedBy !== undefined && { replacedBy }),
      };
    }
    case "paid":
      return isRecordable(review.captures, review.reference)
        ? { ...review, reference: readableText(review.reference) }
        : null;
    default:
      return null;
  }
}

function sentence(text: string): string {
  return text === "" || /[.!?…]$/.test(text) ? text : `${text}.`;
}
