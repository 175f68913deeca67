import type { Micros } from "@agent-treasury/provider";
import { openingTip } from "../ledger/books.ts";
import { type Calendar, rollDay } from "../ledger/business-day.ts";
import { changesOn, type Housekeeping, type Opening } from "../ledger/command.ts";
import { endOverlongHolds, expireProposals } from "./proposals/proposal-record.ts";

/** Rolls the day, and records expired proposals and leases. */
export function treasuryHousekeeping(calendar: Calendar): Housekeeping {
  return (books, now) => {
    const account = rollDay(books.tip.account, calendar.dayOf(now));
    const put = [...expireProposals(books, now), ...endOverlongHolds(books, now)];
    if (account === books.tip.account && put.length === 0) return null;
    return changesOn(books, { tip: { ...books.tip, account }, put });
  };
}

export function treasuryOpening(calendar: Calendar, startingCapital: Micros): Opening {
  return (workspaceId, now) => openingTip(workspaceId, startingCapital, calendar.dayOf(now));
}
