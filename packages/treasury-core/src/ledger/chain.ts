import { type JsonObject, Micros } from "@agent-treasury/provider";
import type { LimitsRecord } from "./account.ts";
import { sha256Hex } from "./hash.ts";

/** Names the canonical form, so that a later one can be told apart. */
const formatVersion = "agent-treasury/1";

/** What an epoch's first entry is chained to. */
export interface Genesis {
  readonly workspaceId: string;
  readonly epoch: number;
  readonly startingCapital: Micros;
  /** The last hash of the epoch before, null for the first one. */
  readonly previousHash: string | null;
}

/** An entry's fields as the chain covers them. */
export interface ChainLink {
  readonly workspaceId: string;
  readonly epoch: number;
  readonly sequence: bigint;
  readonly amount: Micros;
  readonly balance: Micros;
  readonly previousHash: string;
  readonly record: EntryRecord;
}

/** The hash that opens an epoch; it covers the starting capital, and the epoch before. */
export function hashGenesis(genesis: Genesis): string {
  return sha256Hex(
    JSON.stringify([
      formatVersion,
      "genesis",
      genesis.workspaceId,
      genesis.epoch,
      Micros.toText(genesis.startingCapital),
      genesis.previousHash,
    ]),
  );
}

/** SHA-256 of the previous hash followed by the entry's canonical form. */
export function hashEntry(link: ChainLink): string {
  return sha256Hex(link.previousHash + canonicalEntry(link));
}

function canonicalEntry({
  workspaceId,
  epoch,
  sequence,
  amount,
  balance,
  record,
}: ChainLink): string {
  return JSON.stringify([
    formatVersion,
    workspaceId,
    epoch,
    sequence.toString(),
    record.id,
    record.type,
    Micros.toText(amount),
    Micros.toText(balance),
    record.createdAt,
    record.day,
    record.proposalId,
    record.reference,
    record.reversalOf,
    record.description.digest,
    record.decision && canonicalDecision(record.decision),
  ]);
}

function canonicalDecision(decision: DecisionRecord): readonly unknown[] {
  return [
    decision.operator?.digest ?? null,
    decision.operatorVerified,
    decision.autoApproved,
    decision.decidedAt,
    decision.vendor.digest,
    decision.amount,
    decision.limits,
  ];
}

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
