import { Micros, TreasuryError } from "@agent-treasury/provider";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import { isLeaseOver, longestLeaseMs } from "../../kernel/ledger/lease-over.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { holdsMoney, proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { amountHeld, proposalKind, spendPartKind } from "../../kernel/proposals/proposal.ts";
import { allocationChain, allocationNotFound, allocationsOf } from "../rules/index.ts";
import {
  type FreezeActor,
  type FreezeRecord,
  freezeRecordOf,
  freezeToDoc,
  type HeldPayment,
} from "./freeze-record.ts";
import { type Freeze, freezeState, isSameScope, maximumFreezes, withFreezes } from "./freeze.ts";
import { isInScope } from "./frozen-spend.ts";

export interface NewFreeze extends Omit<Freeze, "record"> {
  /** 128 random bits. */
  readonly id: string;
  readonly named: string | null;
  readonly reason: string | null;
  readonly by: FreezeActor;
}

/**
 * Freezes payments. Every commit that begins a payment compares the version of the head, so none
 * succeeds after this one. Repeating it returns the first record.
 */
export function freezeScope(freeze: NewFreeze): Command<FreezeRecord> {
  const { id: record, scope, target } = freeze;
  return {
    name: "freeze",
    reduce: (ledger, now) => {
      const freezes = freezeState.of(ledger.head.account);
      const known = freezes.find((one) => isSameScope(one, freeze));
      if (known !== undefined) return unchanged(freezeRecordOf(ledger, known.record));
      if (scope === "allocation" && allocationsOf(ledger).every(({ id }) => id !== target)) {
        throw allocationNotFound(ledger.workspaceId, target ?? "");
      }
      if (target !== null && freezes.length >= maximumFreezes) {
        const message = `Workspace ${ledger.workspaceId} has ${maximumFreezes} freezes.`;
        throw new TreasuryError("freeze_limit_reached", message);
      }
      const frozen: FreezeRecord = {
        ...freeze,
        at: now,
        payments: paymentsInFlight(ledger, freeze, now),
        endedAt: null,
        endedBy: null,
      };
      const head = withFreezes(ledger.head, [...freezes, { scope, target, record }]);
      const put = [freezeToDoc(frozen, ledger.head.epoch)];
      return changed(ledger, frozen, { head, put });
    },
  };
}

/**
 * Returns every payment without a recorded outcome. A lease that has ended is included, because its
 * process may only have been stopped, and a card may be charged late.
 */
function paymentsInFlight(
  ledger: LedgerState,
  freeze: Omit<Freeze, "record">,
  now: number,
): readonly HeldPayment[] {
  const payments: HeldPayment[] = [];
  for (const doc of [proposalKind, spendPartKind].flatMap((kind) => ledger.openDocs(kind))) {
    if (!holdsMoney(doc)) continue;
    const spend = proposalFromDoc(doc);
    const { id, vendor, agentId, hold, ruling } = spend;
    if (hold === null) continue;
    const chain = allocationChain(ledger, ruling.allocationId);
    if (!isInScope(freeze, { agentId, vendor, chain })) continue;
    const { executor, heldAt, calling, dueAt } = hold;
    const isLive = calling && !isLeaseOver(dueAt, now, longestLeaseMs);
    payments.push({
      proposalId: id,
      amount: Micros.toText(amountHeld(spend)),
      vendor,
      executor,
      since: heldAt,
      until: isLive ? dueAt : null,
    });
  }
  return payments;
}
