import { maximumTotal } from "../../money/limits.ts";
import type { Micros } from "../../money/micros.ts";
import type { SpendCapture, SpendFinding } from "../../ports/spend-executor.ts";
import { redact } from "../../redact.ts";

const longestText = 255;

/**
 * An executor's answer as it may be recorded: texts are well-formed, short, and without what looks
 * like a key or a card's number. What is no answer at all is unknown, never declined.
 */
export function readOutcome(finding: SpendFinding): SpendFinding {
  switch (finding.kind) {
    case "executed":
      return isRecordable(finding.captures, finding.reference)
        ? { ...finding, reference: cleanText(finding.reference) }
        : { kind: "unknown", reason: "The executor says that it paid, but not what." };
    case "declined":
    case "unknown":
      return { kind: finding.kind, reason: cleanText(finding.reason) };
    case "in_progress": {
      const { reference } = finding;
      return { kind: "in_progress", reference: reference === null ? null : cleanText(reference) };
    }
    case "not_sent":
      return finding;
    default:
      return { kind: "unknown", reason: "The executor answered something that is no outcome." };
  }
}

/** An executor's text as people and the model may read it. */
export function cleanText(text: unknown): string {
  const clean = redact(String(text).toWellFormed().replaceAll("\u0000", "").trim());
  return clean.length <= longestText ? clean : `${clean.slice(0, longestText - 1).toWellFormed()}…`;
}

/** Whether every capture is an amount with an id of its own. */
export function isRecordable(captures: readonly SpendCapture[], reference: unknown): boolean {
  if (!Array.isArray(captures) || captures.length === 0) return false;
  const ids = new Set(captures.map(({ id }) => id));
  return (
    isIdentifier(reference) &&
    ids.size === captures.length &&
    captures.every(({ id, amount }) => isIdentifier(id) && isAmount(amount))
  );
}

function isIdentifier(id: unknown): boolean {
  return (
    typeof id === "string" &&
    id.length > 0 &&
    id.length <= longestText &&
    id.isWellFormed() &&
    !id.includes("\u0000")
  );
}

function isAmount(amount: Micros): boolean {
  return typeof amount === "bigint" && amount > 0n && amount <= maximumTotal;
}
