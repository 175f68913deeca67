import type { LedgerEntry, TreasuryClient } from "@agent-treasury/sdk-client";

const entriesInCall = 100;
/** What a browser can well hold; `agent-treasury export` has no such bound. */
const mostEntries = 50_000;

const columns = [
  "sequence",
  "createdAt",
  "type",
  "description",
  "amountUsd",
  "balanceUsd",
  "proposalId",
  "reference",
  "reversalOf",
  "previousHash",
  "hash",
] as const satisfies readonly (keyof LedgerEntry)[];

/** Reads the whole ledger and writes it as CSV, oldest entry first. */
export async function exportLedger(client: TreasuryClient): Promise<string> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.treasury.ledger({ cursor, limit: entriesInCall });
    entries.push(...page.entries);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && entries.length < mostEntries);
  if (cursor !== undefined) {
    throw new Error(
      `This ledger has more than ${mostEntries} entries: export it by the command agent-treasury export.`,
    );
  }
  const lines = entries.toReversed().map((entry) => columns.map((name) => cell(entry[name])));
  return [columns, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // A spreadsheet takes what begins like this for a formula, and a vendor's words for its own.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
