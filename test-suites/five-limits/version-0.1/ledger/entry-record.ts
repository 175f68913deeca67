import type { JsonObject } from "../ports/json.ts";
import type { LimitsRecord } from "./budget.ts";
import { sha256Hex } from "./hash.ts";

/** What moved the money. */
export type EntryType = "deposit" | "revenue" | "expense";

/**
 * Free text in an entry. The chain covers the digest, so that text and salt can be erased for a
 * person's sake and the chain still holds.
 */
export interface SealedText {
  readonly text: string | null;
  /** SHA-256 of the entry's salt and the text, as a JSON array: no letter can change sides. */
  readonly digest: string;
}

/** Who decided a spend, when, on what, under which limits. */
export interface DecisionRecord {
  readonly operator: SealedText | null;
  readonly operatorVerified: boolean;
  readonly autoApproved: boolean;
  /** ISO 8601, UTC. */
  readonly decidedAt: string;
  readonly vendor: SealedText;
  /** What was approved, decimal micro-dollars. */
  readonly amount: string;
  readonly limits: LimitsRecord;
}

/** What an entry says beside its amount. */
export interface EntryRecord {
  readonly id: string;
  readonly type: EntryType;
  readonly description: SealedText;
  readonly proposalId: string | null;
  readonly reference: string | null;
  readonly reversalOf: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The business day on which it counts, `YYYY-MM-DD`. */
  readonly day: string;
  /** Of this entry's sealed texts; null once they are erased. */
  readonly salt: string | null;
  readonly decision: DecisionRecord | null;
}

/** Seals a text under an entry's salt. */
export function seal(salt: string, text: string): SealedText {
  return { text, digest: digestOf(salt, text) };
}

/** Whether a text is still what was sealed. One that was erased cannot be told, and passes. */
export function isSealIntact(salt: string | null, sealed: SealedText): boolean {
  if (sealed.text === null) return true;
  return salt !== null && digestOf(salt, sealed.text) === sealed.digest;
}

function digestOf(salt: string, text: string): string {
  return sha256Hex(JSON.stringify([salt, text]));
}

/** Reads an entry's body as a storage has it. */
export function entryFromBody(body: unknown): EntryRecord {
  return body as EntryRecord;
}

/** Writes an entry's body for a storage. */
export function entryToBody(record: EntryRecord): JsonObject {
  return record as unknown as JsonObject;
}
