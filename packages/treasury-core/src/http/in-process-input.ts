import { readOutsideText } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import type { Operator } from "../kernel/ledger/operator.ts";
import type { Person } from "../kernel/ledger/person.ts";
import { parseInput } from "./read-input.ts";

export function personVouchedFor(operator: string | undefined): Person | null {
  const { id, name } = vouchedFor(operator);
  return id === null || name === null ? null : { id, name };
}

export function workspaceOf(workspaceId: string | undefined): string {
  return parseInput("readTreasury", { workspaceId }).workspaceId;
}

/** The name counts as verified, because in-process callers are trusted. */
export function vouchedFor(operator: string | undefined): Operator {
  const name = operator?.trim() || null;
  const { flaw } = readOutsideText(name ?? "");
  if (flaw !== null) {
    throw new TreasuryError("invalid_request", `\`operator\` must not contain ${flaw}.`);
  }
  return { name, verified: name !== null, id: name, groups: [] };
}
