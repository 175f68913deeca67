import { type JsonObject, TreasuryError } from "@agent-treasury/provider";
import type { ActionType } from "../../kernel/action-type.ts";
import { isInternal } from "../../kernel/deployment/deployment-workspace.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { freezeRecordOf, freezeToDoc } from "./freeze-record.ts";
import { type Freeze, freezeState, isSameScope, withFreezes } from "./freeze.ts";

export type FreezePlace = Omit<Freeze, "record">;

/** @throws TreasuryError `freeze_not_found`. */
export function unfreezePayload(ledger: LedgerState, place: FreezePlace): JsonObject {
  const freeze = freezeState.of(ledger.head.account).find((one) => isSameScope(one, place));
  if (freeze === undefined) throw freezeNotFound(ledger.workspaceId);
  const { named } = freezeRecordOf(ledger, freeze.record);
  return { scope: freeze.scope, id: named, record: freeze.record };
}

/** Ends the freeze that its approvers saw, not a later one of the same scope. */
export const unfreezeAction: ActionType = {
  apply: (ledger, payload, { by, now }) => {
    const { record } = payload;
    const freezes = freezeState.of(ledger.head.account);
    const freeze = freezes.find((one) => one.record === record);
    if (freeze === undefined) throw freezeNotFound(ledger.workspaceId);
    const { id, name, verified } = by;
    const known = freezeRecordOf(ledger, freeze.record);
    const ended = { ...known, endedAt: now, endedBy: { id, name, verified, agentId: null } };
    const head = withFreezes(
      ledger.head,
      freezes.filter((one) => one !== freeze),
    );
    const put = [freezeToDoc(ended, ledger.head.epoch)];
    return { changes: changesOn(ledger, { head, put }), result: null };
  },
  details: ({ scope, id }) => ({ scope: scope ?? null, id: id ?? null }),
};

export function freezeNotFound(workspaceId: string): TreasuryError {
  const where = isInternal(workspaceId) ? "for all workspaces" : `in workspace ${workspaceId}`;
  return new TreasuryError("freeze_not_found", `No such freeze is in effect ${where}.`);
}
