import { microsToText, type Micros } from "../money/micros.ts";
import type { DecisionRecord, EntryRecord } from "./entry-record.ts";
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
      microsToText(genesis.startingCapital),
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
    microsToText(amount),
    microsToText(balance),
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
