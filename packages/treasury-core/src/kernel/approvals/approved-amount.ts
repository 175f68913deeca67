import type { ParsedInput } from "@agent-treasury/contract";
import type { Micros } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { invalidRequest } from "../errors.ts";

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
  throw invalidRequest("`approvedAmountUsd` is only for approvals.");
}
