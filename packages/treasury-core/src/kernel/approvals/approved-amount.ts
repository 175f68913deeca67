import type { ParsedInput } from "@agent-treasury/contract";
import { type Micros, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";

/**
 * Reads the amount of an approval; null for the proposed amount.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function approvedAmountIn({
  decision,
  approvedAmountUsd,
}: ParsedInput<"decideProposal">): Micros | null {
  if (approvedAmountUsd === undefined) return null;
  if (decision === "approve") return amountFromUsd(approvedAmountUsd, "approvedAmountUsd");
  throw new TreasuryError("invalid_request", "`approvedAmountUsd` is only for approvals.");
}
