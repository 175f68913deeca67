import { type Entry, Micros } from "@agent-treasury/provider";
import { type EntryRecord, entryFromBody } from "@agent-treasury/treasury-core";
import type { PaidSpend } from "./paid-spends.ts";

const columns = [
  "workspaceId",
  "epoch",
  "sequence",
  "id",
  "type",
  "businessDay",
  "createdAt",
  "currency",
  "amountUsd",
  "balanceUsd",
  "description",
  "vendor",
  "category",
  "purpose",
  "agent",
  "approver",
  "operator",
  "operatorVerified",
  "proposalId",
  "reference",
  "reversalOf",
  "hash",
] as const;

type Row = Readonly<Record<(typeof columns)[number], string | null>>;

/** Without a byte order mark, spreadsheets read the file in the system's encoding. */
export const csvHeading: string = `\uFEFF${columns.join(",")}`;

/**
 * Amounts are in USD, exact.
 *
 * @param spend the spend that the entry pays.
 */
export function csvLineOf(workspaceId: string, entry: Entry, spend: PaidSpend | null): string {
  const record = entryFromBody(entry.body);
  const row: Row = {
    workspaceId: asText(workspaceId),
    epoch: String(entry.epoch),
    sequence: `${entry.sequence}`,
    id: record.id,
    type: record.type,
    businessDay: record.day,
    createdAt: record.createdAt,
    currency: "USD",
    amountUsd: Micros.format(entry.amount),
    balanceUsd: Micros.format(entry.balance),
    description: asText(record.description.text),
    vendor: asText(record.decision?.vendor.text ?? null),
    category: asText(spend?.category ?? null),
    purpose: asText(spend?.purpose ?? null),
    agent: asText(record.decision?.ruled?.agentId ?? null),
    approver: asText(approverOf(record.decision)),
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

/** The persons who approved, or `policy`. Empty without a decision, and after an erasure. */
function approverOf(decision: EntryRecord["decision"]): string | null {
  if (decision === null) return null;
  if (decision.autoApproved) return "policy";
  const names = (decision.ruled?.approvers ?? []).flatMap(({ text }) =>
    // The text is the JSON array of id and name.
    text === null ? [] : [String((JSON.parse(text) as readonly unknown[])[1])],
  );
  return names.length === 0 ? (decision.operator?.text ?? null) : names.join("; ");
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
  // Spreadsheets begin a cell at a semicolon where the comma is the decimal sign.
  return visible.replace(/(?<=^|;)(?=[\s"]*[=+\-@＝＋－＠])/gu, "'");
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
