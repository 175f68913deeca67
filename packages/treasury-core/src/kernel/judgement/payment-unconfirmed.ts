import { isTreasuryError, TreasuryError } from "@agent-treasury/provider";
import type { SpendProposal } from "../proposals/proposal.ts";

/** After the approving commit, this process or recovery pays, whatever the failure was. */
export function paymentUnrecorded(proposalId: string, cause: unknown): TreasuryError {
  return new TreasuryError(
    "payment_unconfirmed",
    `Proposal ${proposalId}: The payment may have been sent; its outcome is not recorded yet.`,
    { cause },
  );
}

/**
 * Reads the rest of a response about a spend. A failure must not read as if the spend had not
 * happened.
 */
export async function readAfterSpend<Result>(
  { id, status }: Pick<SpendProposal, "id" | "status">,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    if (status === "approved") throw paymentUnrecorded(id, cause);
    if (status !== "executed") throw cause;
    const message = `Proposal ${id} is paid, but the rest of the response could not be read.`;
    throw new TreasuryError("payment_unconfirmed", message, { cause });
  }
}

/** Failures whose proposal can be read for what is known of the payment. */
export function isPaymentFailure(error: unknown): error is TreasuryError {
  return (
    isTreasuryError(error) &&
    (error.code === "spend_executor_error" || error.code === "payment_unconfirmed")
  );
}
