import { type Entry, formatUsd } from "@agent-treasury/treasury-core";
import { entryFromBody } from "@agent-treasury/treasury-core/domain";

const columns = [
  "workspaceId",
  "epoch",
  "sequence",
  "id",
  "type",
  "day",
  "createdAt",
  "amountUsd",
  "balanceUsd",
  "description",
  "vendor",
  "operator",
  "proposalId",
  "reference",
  "reversalOf",
  "hash",
] as const;

type Row = Readonly<Record<(typeof columns)[number], string | null>>;

/** The first line of a table of entries. */
export const csvHeading: string = columns.join(",");

/** An entry as a line of the table. Amounts are USD, exact. */
export function csvLineOf(workspaceId: string, entry: Entry): string {
  const record = entryFromBody(entry.body);
  const row: Row = {
    workspaceId,
    epoch: String(entry.epoch),
    sequence: `${entry.sequence}`,
    id: record.id,
    type: record.type,
    day: record.day,
    createdAt: record.createdAt,
    amountUsd: formatUsd(entry.amount),
    balanceUsd: formatUsd(entry.balance),
    description: asText(record.description.text),
    vendor: asText(record.decision?.vendor.text ?? null),
    operator: asText(record.decision?.operator?.text ?? null),
    proposalId: record.proposalId,
    reference: asText(record.reference),
    reversalOf: record.reversalOf,
    hash: entry.hash,
  };
  return columns.map((column) => quoted(row[column] ?? "")).join(",");
}

/** What others wrote must not become a formula when a spreadsheet opens it. */
function asText(text: string | null): string | null {
  return text !== null && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
