import { type Entry, Micros } from "@agent-treasury/provider";
import { type EntryRecord, entryFromBody } from "@agent-treasury/treasury-core";

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
  "operatorVerified",
  "proposalId",
  "reference",
  "reversalOf",
  "hash",
] as const;

type Row = Readonly<Record<(typeof columns)[number], string | null>>;

export const csvHeading: string = columns.join(",");

/** Amounts are in USD, exact. */
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
    amountUsd: Micros.format(entry.amount),
    balanceUsd: Micros.format(entry.balance),
    description: asText(record.description.text),
    vendor: asText(record.decision?.vendor.text ?? null),
    operator: asText(record.decision?.operator?.text ?? null),
    operatorVerified: verifiedOf(record.decision),
    proposalId: record.proposalId,
    reference: asText(record.reference),
    reversalOf: record.reversalOf,
    hash: entry.hash,
  };
  return csvLine(columns.map((column) => row[column] ?? ""));
}

export function csvLine(fields: readonly string[]): string {
  return fields.map(quoted).join(",");
}

/** `false` for a self-reported name, empty if no person decided. */
function verifiedOf(decision: EntryRecord["decision"]): string | null {
  return decision?.operator == null ? null : String(decision.operatorVerified);
}

/** Text of a spreadsheet's cell. Prevents formulas, and text that hides or reorders other text. */
export function asText(text: string | null): string | null {
  if (text === null) return null;
  const visible = text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return /^[=+\-@]/.test(visible) ? `'${visible}` : visible;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
