import type { Doc, Json, Key } from "@agent-treasury/provider";
import type { Finding } from "@agent-treasury/rules";
import type { LedgerState } from "../../ledger/ledger-state.ts";

/** What the rules found for a spend, and the usage that it moved. Kept beside the proposal. */
export interface JudgementRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly findings: readonly Pick<Finding, "rule" | "effect" | "text">[];
  readonly charges: readonly ChargeRecord[];
  /** Allocation counters to which the spend was charged. */
  readonly allocations: readonly string[];
}

/** Identifies a counter after the rules may have changed. */
export interface ChargeRecord {
  readonly counter: string;
  readonly group: string | null;
  /** Hash of a payee without an earlier payment. */
  readonly payee: string | null;
}

export const noJudgement: JudgementRecord = { at: 0, findings: [], charges: [], allocations: [] };

export const judgementKind = "judgement";

export function judgementKey(proposalId: string): Key {
  return { kind: judgementKind, id: proposalId };
}

export function judgementToDoc(proposalId: string, epoch: number, record: JudgementRecord): Doc {
  return {
    ...judgementKey(proposalId),
    epoch,
    ordinal: null,
    open: false,
    dueAt: null,
    expiresAt: null,
    body: record as unknown as Json,
  };
}

export function judgementFrom(doc: Doc | undefined): JudgementRecord {
  return doc === undefined ? noJudgement : (doc.body as unknown as JudgementRecord);
}

/** Requires that the command requested the document. */
export function judgementOf(ledger: LedgerState, proposalId: string): JudgementRecord {
  return judgementFrom(ledger.doc(judgementKey(proposalId)));
}
