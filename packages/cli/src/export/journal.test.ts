import { type Entry, type Head, Micros } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { AccountMap } from "./account-map.ts";
import { accountingFormats } from "./accounting-formats.ts";
import { WorkspaceJournal } from "./journal.ts";

const usd = (amount: number): Micros => Micros.of(String(amount * 1_000_000));

function entryOf(day: string, sequence: number, amountUsd: number, balanceUsd: number): Entry {
  const body = {
    id: `entry_${sequence}`,
    type: amountUsd < 0 ? "expense" : "deposit",
    description: { text: "paper" },
    decision: null,
    proposalId: null,
    day,
  };
  const [amount, balance] = [usd(amountUsd), usd(balanceUsd)];
  const epoch = day < "2026-11-20" ? 1 : 2;
  return { epoch, sequence: BigInt(sequence), amount, balance, body } as unknown as Entry;
}

const entries = [
  entryOf("2026-10-31", 1, 100, 150),
  entryOf("2026-11-01", 2, -20, 130),
  entryOf("2026-11-30", 3, -5, 45),
  entryOf("2026-12-01", 4, -5, 40),
];

/** The dates and titles of the transactions with what they post to the assets. */
function journalOf(from: string | null, to: string | null): readonly string[] {
  const head = { epoch: 2 } as Head;
  const { hledger: format } = accountingFormats;
  const options = { days: { from, to }, format, accounts: new AccountMap(format, "", null) };
  const journal = new WorkspaceJournal("acme", head, options);
  const texts = [...entries.flatMap((entry) => [...journal.entry(entry, null)]), ...journal.end()];
  return texts.map((text) => {
    const [, day, title] = /^(\S+) \* (?:\(\S+\) )?(.*?)(?: {2};.*)?$/m.exec(text) ?? [];
    const [, amount] = /assets:treasury:acme {2}USD (\S+)/.exec(text) ?? [];
    return `${day} ${title} ${amount}`;
  });
}

it("begins with the starting capital, and closes an epoch before the next", () => {
  expect(journalOf(null, null)).toEqual([
    "2026-10-31 Starting capital 50.00",
    "2026-10-31 paper 100.00",
    "2026-11-01 paper -20.00",
    "2026-11-01 Reset of the workspace -130.00",
    "2026-11-30 Starting capital 50.00",
    "2026-11-30 paper -5.00",
    "2026-12-01 paper -5.00",
  ]);
});

it("begins with the balance before the first day, and ends with the last day", () => {
  expect(journalOf("2026-11-01", "2026-11-30")).toEqual([
    "2026-11-01 Opening balance 150.00",
    "2026-11-01 paper -20.00",
    "2026-11-01 Reset of the workspace -130.00",
    "2026-11-30 Starting capital 50.00",
    "2026-11-30 paper -5.00",
  ]);
  expect(journalOf("2026-12-01", null)).toEqual([
    "2026-12-01 Opening balance 45.00",
    "2026-12-01 paper -5.00",
  ]);
  expect(journalOf("2026-11-02", "2026-11-29")).toEqual([]);
});
