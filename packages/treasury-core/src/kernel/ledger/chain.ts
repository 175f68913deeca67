import { type JsonObject, Micros } from "@agent-treasury/provider";
import { toStored } from "@agent-treasury/provider/helpers";
import type { LimitsRecord } from "./account.ts";
import { saltOfField, sha256Hex } from "./hash.ts";

const formatVersion = "agent-treasury/1";
/** Of entries with a decision by rules. Covers more of the decision. */
const ruledFormatVersion = "agent-treasury/2";
/** Of entries that name their deployment. Each text has a salt of its own. */
const deploymentFormatVersion = "agent-treasury/3";

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

/** The text that the hash of an entry covers, after the hash before it. */
export function canonicalEntry({
  workspaceId,
  epoch,
  sequence,
  amount,
  balance,
  record,
}: ChainLink): string {
  return JSON.stringify([
    formatOf(record),
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
    ...(record.deployment === undefined ? [] : [record.deployment, record.itemisation ?? null]),
  ]);
}

function formatOf({ deployment, decision }: EntryRecord): string {
  if (deployment !== undefined) return deploymentFormatVersion;
  return decision?.ruled ? ruledFormatVersion : formatVersion;
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
  /** Id of the deployment. Missing before format 3. */
  readonly deployment?: string;
  /** SHA-256 of the list of charges that it sums up. Missing for one payment. */
  readonly itemisation?: string;
}

/** The texts that the hash of an entry covers, by the names of their fields. */
export function textsOf({
  description,
  decision,
}: EntryRecord): readonly (readonly [field: string, text: SaltedText])[] {
  const { operator = null, vendor = null, ruled } = decision ?? {};
  const approvers = ruled?.approvers ?? [];
  return [
    ["description", description],
    ...(operator === null ? [] : [["operator", operator] as const]),
    ...(vendor === null ? [] : [["vendor", vendor] as const]),
    ...approvers.map((text, index) => [approverField(index), text] as const),
  ];
}

export function approverField(index: number): string {
  return `approver ${index + 1}`;
}

/** The salt of one text of an entry. Null after the erasure. */
export function saltOfText({ salt, deployment }: EntryRecord, field: string): string | null {
  return salt === null || deployment === undefined ? salt : saltOfField(salt, field);
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
  return toStored(record);
}
