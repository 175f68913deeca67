import type { Micros } from "@agent-treasury/provider";
import { type Calendar, rollDay } from "./ledger/business-day.ts";
import { changesOn, type Maintenance, type Opening } from "./ledger/command.ts";
import { openingHead } from "./ledger/ledger-state.ts";
import { endOverlongHolds, expireProposals } from "./proposals/proposal-record.ts";

/** Rolls the day, and records expired proposals and leases. */
export function treasuryMaintenance(calendar: Calendar): Maintenance {
  return (ledger, now) => {
    const account = rollDay(ledger.head.account, calendar.dayOf(now));
    const put = [...expireProposals(ledger, now), ...endOverlongHolds(ledger, now)];
    if (account === ledger.head.account && put.length === 0) return null;
    return changesOn(ledger, { head: { ...ledger.head, account }, put });
  };
}

export function treasuryOpening(calendar: Calendar, startingCapital: Micros): Opening {
  return (workspaceId, now) => openingHead(workspaceId, startingCapital, calendar.dayOf(now));
}
