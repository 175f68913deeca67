import { openingTip } from "../ledger/books.ts";
import { type Calendar, rollDay } from "../ledger/business-day.ts";
import { changesOn } from "../ledger/command.ts";
import type { Housekeeping, Opening } from "../ledger/housekeeping.ts";
import type { Micros } from "../money/micros.ts";
import { expireProposals } from "./proposals/expire-proposals.ts";

/** Rolls the day and records what expired, before any command is decided. */
export function treasuryHousekeeping(calendar: Calendar): Housekeeping {
  return (books, now) => {
    const account = rollDay(books.tip.account, calendar.dayOf(now));
    const put = expireProposals(books, now);
    if (account === books.tip.account && put.length === 0) return null;
    return changesOn(books, { tip: { ...books.tip, account }, put });
  };
}

/** Opens a workspace's first epoch with the deployment's starting capital. */
export function treasuryOpening(calendar: Calendar, startingCapital: Micros): Opening {
  return (workspaceId, now) => openingTip(workspaceId, startingCapital, calendar.dayOf(now));
}
