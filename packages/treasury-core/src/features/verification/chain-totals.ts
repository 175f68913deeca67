import { Micros } from "@agent-treasury/provider";
import { type Account, balanceOf } from "../../kernel/ledger/account.ts";
import type { EntryRecord } from "../../kernel/ledger/chain.ts";

export interface ChainTotals {
  readonly balance: Micros;
  readonly startingCapital: Micros;
  readonly deposits: Micros;
  readonly revenue: Micros;
  readonly expense: Micros;
  /** The day of the newest entry, also across epochs. */
  readonly day: string;
  readonly spentOnDay: Micros;
  readonly autoApprovedOnDay: Micros;
}

export function openTotals(startingCapital: Micros, day: string): ChainTotals {
  return {
    balance: startingCapital,
    startingCapital,
    deposits: Micros.zero,
    revenue: Micros.zero,
    expense: Micros.zero,
    day,
    spentOnDay: Micros.zero,
    autoApprovedOnDay: Micros.zero,
  };
}

export function countEntry(before: ChainTotals, amount: Micros, record: EntryRecord): ChainTotals {
  const totals = { ...onDay(before, record.day), balance: Micros.add(before.balance, amount) };
  switch (record.type) {
    case "deposit":
      return { ...totals, deposits: Micros.add(totals.deposits, amount) };
    case "revenue":
      return { ...totals, revenue: Micros.add(totals.revenue, amount) };
    case "expense": {
      const expense = Micros.subtract(totals.expense, amount);
      if (record.reversalOf !== null) return { ...totals, expense };
      const { spentOnDay, autoApprovedOnDay } = totals;
      return {
        ...totals,
        expense,
        spentOnDay: Micros.subtract(spentOnDay, amount),
        autoApprovedOnDay: record.decision?.autoApproved
          ? Micros.subtract(autoApprovedOnDay, amount)
          : autoApprovedOnDay,
      };
    }
  }
}

/** Describes the first difference; null if all totals match. */
export function totalsFlaw(account: Account, totals: ChainTotals): string | null {
  if (account.day < totals.day) return "The head's day is earlier than the newest entry's day.";
  const today = onDay(totals, account.day);
  const pairs: readonly [string, Micros, Micros][] = [
    ["starting capital", account.startingCapital, totals.startingCapital],
    ["deposits", account.deposits, totals.deposits],
    ["revenue", account.revenue, totals.revenue],
    ["expense", account.expense, totals.expense],
    ["balance", balanceOf(account), totals.balance],
    ["spending of the day", account.spentToday, today.spentOnDay],
    ["day's automatic spending", account.autoApprovedToday, today.autoApprovedOnDay],
  ];
  const wrong = pairs.find(([, kept, recomputed]) => kept !== recomputed);
  return wrong === undefined
    ? null
    : `The ${wrong[0]} in the head does not match the sum of the entries.`;
}

function onDay(totals: ChainTotals, day: string): ChainTotals {
  return day === totals.day
    ? totals
    : { ...totals, day, spentOnDay: Micros.zero, autoApprovedOnDay: Micros.zero };
}
