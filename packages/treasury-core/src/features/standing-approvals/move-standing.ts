import type { Doc } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Move, SpendFacts } from "@agent-treasury/rules";
import { MemoSlot } from "../../kernel/judgement/memo-slot.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { vendorIdOf } from "../../kernel/payees/payee-identity.ts";
import { moved, type StandingApproval } from "./standing-approval.ts";
import { standingIn, standingKey, standingKind, standingToDoc } from "./standing-doc.ts";

/** Ids of the standing approvals that gave one of a spend's approvals, after that of their document. */
export type StandingMemo = readonly [pair: string, ...ids: string[]];

export const standingMemo: MemoSlot<StandingMemo> = new MemoSlot(
  "standing",
  (ids) => ids,
  (json) => fromStored<StandingMemo>(json),
);

/** Returns what a later settlement moves. */
export function standingRecord(
  used: readonly StandingApproval[],
  { agentId, vendor }: SpendFacts,
): StandingMemo | undefined {
  if (used.length === 0) return undefined;
  return [standingKey(agentId, vendorIdOf(vendor)).id, ...used.map(({ id }) => id)];
}

/** Counts a spend. Requires that the command requested the document. */
export function countStanding(
  ledger: LedgerState,
  standing: StandingMemo | undefined,
  move: Move,
  now: number,
): Doc[] {
  return changedDoc(ledger, standing, (one) => ({ ...moved(one, move), lastUsedAt: now }));
}

/** Settles or releases a counted spend. Requires that the command requested the document. */
export function moveStanding(
  ledger: LedgerState,
  standing: StandingMemo | undefined,
  move: Move,
): Doc[] {
  return changedDoc(ledger, standing, (one) => moved(one, move));
}

/** Empty after a reset, or once the standing approvals were dropped. */
function changedDoc(
  ledger: LedgerState,
  standing: StandingMemo | undefined,
  change: (one: StandingApproval) => StandingApproval,
): Doc[] {
  if (standing === undefined) return [];
  const { epoch } = ledger.head;
  const [pair, ...ids] = standing;
  const key = { kind: standingKind, id: pair };
  const known = standingIn(ledger.doc(key), epoch);
  if (!known.some(({ id }) => ids.includes(id))) return [];
  const after = known.map((one) => (ids.includes(one.id) ? change(one) : one));
  return [standingToDoc(key, epoch, after)];
}
