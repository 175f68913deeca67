import { type JsonObject, Micros } from "@agent-treasury/provider";
import type { LimitsRecord } from "./account.ts";
import { sha256Hex } from "./hash.ts";

const formatVersion = "agent-treasury/1";
/** Of entries with a decision by rules. Covers more of the decision. */
const ruledFormatVersion = "agent-treasury/2";

export interface Genesis {
  readonly workspaceId: string;
  readonly epoch: number;
  readonly startingCapital: Micros;
  /** Null for the first epoch. */
  readonly previousHash: string | null;
}

/** The hashed fields of an entry. */
export interface ChainLink {
  readonly workspaceId: string;
  readonly epoch: number;
  readonly sequence: bigint;
  readonly amount: Micros;
  readonly balance: Micros;
  readonly previousHash: string;
  readonly record: EntryRecord;
}

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
    record.decision?.ruled ? ruledFormatVersion : formatVersion,
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
    ...(decision.ruled ? canonicalRuling(decision.ruled) : []),
  ];
}

function canonicalRuling(ruling: Ruling): readonly unknown[] {
  const { rules, agentId, allocationId, approvers, approvedAmount } = ruling;
  return [
    rules,
    agentId,
    allocationId,
    approvers.map(({ digest }) => digest),
    ...(approvedAmount === undefined ? [] : [approvedAmount]),
  ];
}

export type EntryType = "deposit" | "revenue" | "expense";

/**
 * Salted commitment. The chain covers only the digest, so that text and salt can be erased and the
 * chain still verifies.
 */
export interface SaltedText {
  readonly text: string | null;
  /** SHA-256 of the JSON array `[salt, text]`. */
  readonly digest: string;
}

export interface DecisionRecord {
  readonly operator: SaltedText | null;
  readonly operatorVerified: boolean;
  readonly autoApproved: boolean;
  readonly decidedAt: string;
  readonly vendor: SaltedText;
  /** The proposed amount in decimal micro-dollars. */
  readonly amount: string;
  readonly limits: LimitsRecord;
  /** Missing in entries of version 0.1. */
  readonly ruled?: Ruling;
}

/** The rules and persons behind a decision. */
export interface Ruling {
  /** Digest of the published rule set; null without one. */
  readonly rules: string | null;
  readonly agentId: string;
  readonly allocationId: string | null;
  /** Decimal micro-dollars. Missing if approvers did not lower the proposed amount. */
  readonly approvedAmount?: string;
  /** Names and ids of the persons who approved. */
  readonly approvers: readonly SaltedText[];
}

export interface EntryRecord {
  readonly id: string;
  readonly type: EntryType;
  readonly description: SaltedText;
  readonly proposalId: string | null;
  readonly reference: string | null;
  readonly reversalOf: string | null;
  readonly createdAt: string;
  readonly day: string;
  /** Null after the texts are erased. */
  readonly salt: string | null;
  readonly decision: DecisionRecord | null;
}

export function saltText(salt: string, text: string): SaltedText {
  return { text, digest: digestOf(salt, text) };
}

/** An erased text cannot be checked, and passes. */
export function isSaltedTextValid(salt: string | null, salted: SaltedText): boolean {
  if (salted.text === null) return true;
  return salt !== null && digestOf(salt, salted.text) === salted.digest;
}

function digestOf(salt: string, text: string): string {
  return sha256Hex(JSON.stringify([salt, text]));
}

export function entryFromBody(body: unknown): EntryRecord {
  return body as EntryRecord;
}

export function entryToBody(record: EntryRecord): JsonObject {
  return record as unknown as JsonObject;
}
