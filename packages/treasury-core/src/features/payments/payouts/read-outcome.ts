import { readOutsideText } from "@agent-treasury/contract";
import { redact, type SpendCapture, type SpendFinding } from "@agent-treasury/provider";
import { maximumTotal } from "@agent-treasury/provider/helpers";
import { invalidRequest } from "../../../kernel/errors.ts";
import { readPaidResource } from "./read-paid-resource.ts";

/** Characters of a text or payment id. */
const longestText = 255;

/**
 * Makes texts well-formed and short, without keys or card numbers. An invalid outcome becomes
 * `unknown`, never `declined`.
 */
export function readOutcome(finding: SpendFinding | null | undefined): SpendFinding {
  switch (finding?.kind) {
    case "executed": {
      const { captures, reference, failure, resource: given } = finding;
      if (!isRecordable(captures, reference)) {
        return {
          kind: "unknown",
          reason: "The executor reported a payment without valid captures.",
        };
      }
      const resource = readPaidResource(given);
      const paid = {
        kind: "executed",
        captures,
        reference: readableText(reference),
        ...(failure !== undefined && { failure: readableText(failure) }),
      } as const;
      if (resource !== undefined) return { ...paid, resource };
      return finding.isRepeatable === true ? { ...paid, isRepeatable: true } : paid;
    }
    case "declined":
    case "unknown":
      return { kind: finding.kind, reason: readableText(finding.reason) };
    case "in_progress": {
      const { reference, captures = [] } = finding;
      if (captures.length > 0 && !isRecordable(captures, reference)) {
        return { kind: "unknown", reason: "The executor reported invalid captures." };
      }
      return {
        kind: "in_progress",
        reference: reference == null ? null : readableText(reference),
        ...(captures.length > 0 && { captures }),
      };
    }
    case "not_sent":
    case "repeatable":
      return finding;
    default:
      return { kind: "unknown", reason: "The executor returned an invalid outcome." };
  }
}

/** Returns an empty text for other types. */
export function readableText(text: unknown): string {
  if (typeof text !== "string") return "";
  const clean = redact(text.replaceAll("\u0000", "").trim());
  return clean.length <= longestText ? clean : `${clean.slice(0, longestText - 1).toWellFormed()}…`;
}

/** Returns whether all captures are valid and have unique ids. */
export function isRecordable(captures: unknown, reference: unknown): boolean {
  return isPaymentId(reference) && areMovements(captures);
}

/** Returns whether they are captures or refunds with unique ids. */
export function areMovements(movements: unknown): boolean {
  return (
    Array.isArray(movements) &&
    movements.length > 0 &&
    movements.every(isMovement) &&
    new Set(movements.map(({ id }) => id)).size === movements.length
  );
}

function isMovement(movement: unknown): movement is SpendCapture {
  const { id, amount } = (movement ?? {}) as Partial<SpendCapture>;
  return isPaymentId(id) && typeof amount === "bigint" && amount > 0n && amount <= maximumTotal;
}

/** 1 to 255 characters that every storage supports. */
export function isPaymentId(id: unknown): id is string {
  return (
    typeof id === "string" &&
    id.length > 0 &&
    id.length <= longestText &&
    id.isWellFormed() &&
    readOutsideText(id).flaw === null
  );
}

/** @throws TreasuryError `invalid_request`. */
export function checkReference(reference: string): string {
  if (isPaymentId(reference)) return reference;
  throw invalidRequest(`\`reference\` must be 1 to ${longestText} characters.`);
}
