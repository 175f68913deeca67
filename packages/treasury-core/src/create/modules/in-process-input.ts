import { readOutsideText } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { parseInput } from "../../http/read-input.ts";
import type { Operator } from "../../ledger/operator.ts";

/** The workspace of an in-process call, checked by the same schema as a request's. */
export function workspaceOf(workspaceId: string | undefined): string {
  return parseInput("readTreasury", { workspaceId }).workspaceId;
}

/** The operator of an in-process call. A name counts as verified, because the caller vouches for it. */
export function vouchedFor(operator: string | undefined): Operator {
  const name = operator?.trim() || null;
  const { flaw } = readOutsideText(name ?? "");
  if (flaw !== null) {
    throw new TreasuryError("invalid_request", `\`operator\` must not contain ${flaw}.`);
  }
  return { name, verified: name !== null };
}
