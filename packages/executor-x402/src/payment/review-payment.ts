import type { Review, ReviewedOutcome } from "@agent-treasury/provider";
import type { AuthorizedPayment } from "../chain/authorized-payment.ts";
import { isUsedFinally } from "../chain/used-finally.ts";
import { type ChainAccess, findPayment, movementId } from "./find-payment.ts";

const minuteMs = 60_000;

/** Base and Arbitrum finalize a block after about 20 minutes. */
export const reviewAfterMs: Readonly<Record<ReviewedOutcome, number>> = {
  executed: 25 * minuteMs,
  declined: 24 * 60 * minuteMs,
};

/**
 * Looks again at a payment that counted before its block was finalized, or at one that was released.
 * A payment that a reorganization undid may be settled again until its authorization has expired.
 *
 * @param captureIds The recorded captures. Processes may have recorded several amounts of `upto`.
 * @throws TreasuryError `spend_executor_error` if no endpoint answers.
 */
export async function reviewPayment(
  payment: AuthorizedPayment,
  outcome: ReviewedOutcome,
  access: ChainAccess,
  captureIds: readonly string[],
): Promise<Review> {
  const recorded = recordedOf(payment, captureIds);
  const finding = await findPayment(payment, access);
  switch (finding.kind) {
    case "executed": {
      const { captures, reference } = finding;
      if (outcome === "declined") return { kind: "paid", captures, reference };
      const isFinal = await isUsedFinally(payment, access.endpoints);
      if (!isFinal) return { kind: "pending", afterMs: 10 * minuteMs };
      const undone = recorded.filter((id) => id !== reference);
      // A process may have exited between a reversal and the capture that replaces it.
      const isMissing = payment.permit2 === "upto" && captureIds.length === 0;
      if (undone.length === 0 && !isMissing) return { kind: "final" };
      const reason = "The chain has the payment with another amount.";
      const replacedBy = { captures, reference };
      return { kind: "reversed", captureIds: undone, reason, replacedBy };
    }
    case "declined": {
      if (outcome === "declined") return { kind: "final" };
      const reason = `The chain no longer has the transfer. ${finding.reason}`;
      return { kind: "reversed", captureIds: recorded, reason };
    }
    case "unknown":
      return { kind: "pending", afterMs: 60 * minuteMs };
    default:
      return { kind: "pending", afterMs: 10 * minuteMs };
  }
}

/** A person may have recorded others. */
function recordedOf(payment: AuthorizedPayment, captureIds: readonly string[]): readonly string[] {
  const id = movementId(payment);
  if (payment.permit2 !== "upto") return [id];
  const anyAmount = id.slice(0, id.lastIndexOf(":") + 1);
  return captureIds.filter((captureId) => captureId.startsWith(anyAmount));
}
