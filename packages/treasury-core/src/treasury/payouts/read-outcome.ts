import { readOutsideText } from "@agent-treasury/contract";
import { type SpendCapture, type SpendFinding, redact } from "@agent-treasury/provider";
import { maximumTotal } from "@agent-treasury/provider/helpers";

/** Characters of an executor's text, its names of payments included. */
export const longestText = 255;

/**
 * An executor's answer as it may be recorded: texts are well-formed, short, and without what looks
 * like a key or a card's number. What is no answer at all is unknown, never declined.
 */
export function readOutcome(finding: SpendFinding | null | undefined): SpendFinding {
  switch (finding?.kind) {
    case "executed":
      return isRecordable(finding.captures, finding.reference)
        ? { ...finding, reference: readableText(finding.reference) }
        : { kind: "unknown", reason: "The executor says that it paid, but not what." };
    case "declined":
    case "unknown":
      return { kind: finding.kind, reason: readableText(finding.reason) };
    case "in_progress": {
      const { reference } = finding;
      return {
        kind: "in_progress",
        reference: reference == null ? null : readableText(reference),
      };
    }
    case "not_sent":
      return finding;
    default:
      return { kind: "unknown", reason: "The executor answered something that is no outcome." };
  }
}

/** An executor's text as people and the model may read it; empty where there is none. */
export function readableText(text: unknown): string {
  if (typeof text !== "string") return "";
  const clean = redact(text.replaceAll("\u0000", "").trim());
  return clean.length <= longestText ? clean : `${clean.slice(0, longestText - 1).toWellFormed()}…`;
}

/** Whether every capture is an amount with an id of its own. */
export function isRecordable(captures: unknown, reference: unknown): boolean {
  if (!Array.isArray(captures) || captures.length === 0) return false;
  return (
    isPaymentId(reference) &&
    captures.every(isCapture) &&
    new Set(captures.map(({ id }) => id)).size === captures.length
  );
}

function isCapture(capture: unknown): capture is SpendCapture {
  const { id, amount } = (capture ?? {}) as Partial<SpendCapture>;
  return isPaymentId(id) && typeof amount === "bigint" && amount > 0n && amount <= maximumTotal;
}

/** Whether it can name a payment: a text of 1 to 255 characters that every storage keeps. */
export function isPaymentId(id: unknown): id is string {
  return (
    typeof id === "string" &&
    id.length > 0 &&
    id.length <= longestText &&
    id.isWellFormed() &&
    readOutsideText(id).flaw === null
  );
}
