import { TreasuryError } from "@agent-treasury/provider";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { type StandingApproval, stateOf } from "./standing-approval.ts";
import {
  indexOf,
  indexToDoc,
  lastEnd,
  type StandingIndex,
  standingKind,
  standingOfPairs,
  standingToDoc,
  standingUntil,
} from "./standing-doc.ts";

/** Any approver may revoke it, at once. The first end stays. */
export function revokeStanding(id: string, { name }: Operator): Command<null> {
  return {
    name: "revoke_standing_approval",
    reduce: (ledger, now) => {
      const index = indexOf(ledger);
      const found = standingWith(ledger, index, id);
      if (found === null) throw notFound(ledger, id);
      const { pair, all, known } = found;
      const state = stateOf(known, now);
      if (state === "revoked" || state === "expired") return unchanged(null);
      const revoked: StandingApproval = { ...known, revoked: { at: now, by: name } };
      const listed = index.map((one) => (one[0] === id ? ([id, pair, now] as const) : one));
      const { epoch } = ledger.head;
      const head = standingUntil.with(ledger.head, lastEnd(listed, now));
      const after = all.map((one) => (one === known ? revoked : one));
      const key = { kind: standingKind, id: pair };
      const put = [standingToDoc(key, epoch, after), indexToDoc(listed, epoch)];
      return changed(ledger, null, { head, put });
    },
  };
}

interface Found {
  readonly pair: string;
  /** Those of the same agent and payee. */
  readonly all: readonly StandingApproval[];
  readonly known: StandingApproval;
}

function standingWith(ledger: LedgerState, index: StandingIndex, id: string): Found | null {
  const pair = index.find(([each]) => each === id)?.[1];
  const all = pair === undefined ? [] : (standingOfPairs(ledger, [pair]).get(pair) ?? []);
  const known = all.find((one) => one.id === id);
  return pair === undefined || known === undefined ? null : { pair, all, known };
}

function notFound({ workspaceId }: LedgerState, id: string): TreasuryError {
  const message = `Standing approval ${JSON.stringify(id)} does not exist in workspace ${workspaceId}.`;
  return new TreasuryError("standing_approval_not_found", message);
}
