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
 * @param recorded The reference of the recorded payment.
 * @throws TreasuryError `spend_executor_error` if no endpoint answers.
 */
export async function reviewPayment(
  payment: AuthorizedPayment,
  outcome: ReviewedOutcome,
  access: ChainAccess,
  recorded: string | null,
): Promise<Review> {
  const isUpto = payment.permit2 === "upto";
  const recordedId = isUpto && recorded !== null ? recorded : movementId(payment);
  const finding = await findPayment(payment, access);
  switch (finding.kind) {
    case "executed": {
      const { captures, reference } = finding;
      if (outcome === "declined") return { kind: "paid", captures, reference };
      const isFinal = await isUsedFinally(payment, access.endpoints);
      if (!isFinal) return { kind: "pending", afterMs: 10 * minuteMs };
      if (!isUpto || recorded === null || recorded === reference) return { kind: "final" };
      const reason = "The chain has the payment with another amount.";
      const replacedBy = { captures, reference };
      return { kind: "reversed", captureIds: [recordedId], reason, replacedBy };
    }
    case "declined": {
      if (outcome === "declined") return { kind: "final" };
      const reason = `The chain no longer has the transfer. ${finding.reason}`;
      return { kind: "reversed", captureIds: [recordedId], reason };
    }
    case "unknown":
      return { kind: "pending", afterMs: 60 * minuteMs };
    default:
      return { kind: "pending", afterMs: 10 * minuteMs };
  }
}
