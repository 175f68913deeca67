import { type Micros, microsToText, toMicros } from "../money/micros.ts";
import type { Doc } from "../ports/storage.ts";
import type { Operator } from "./operator.ts";

/** The kind of the documents that record where each epoch began. */
export const epochKind = "epoch";

/** Where an epoch began. */
export interface EpochRecord {
  readonly epoch: number;
  readonly startingCapital: Micros;
  /** Last hash of the epoch before, null for the first one. */
  readonly previousHash: string | null;
  /** Sequence of the last entry before this epoch. */
  readonly afterSequence: bigint;
}

/**
 * Writes the record of an epoch's beginning.
 *
 * @param opener null for the first epoch, which begins with whatever is done first.
 */
export function epochToDoc(record: EpochRecord, openedAt: string, opener: Operator | null): Doc {
  return {
    kind: epochKind,
    id: record.epoch.toString(),
    epoch: record.epoch,
    ordinal: BigInt(record.epoch),
    open: false,
    dueAt: null,
    expiresAt: null,
    body: {
      startingCapital: microsToText(record.startingCapital),
      previousHash: record.previousHash,
      afterSequence: record.afterSequence.toString(),
      openedAt,
      operator: opener?.name ?? null,
      operatorVerified: opener?.verified ?? false,
    },
  };
}

/** Reads what `epochToDoc` wrote. */
export function epochFromDoc(doc: Doc): EpochRecord {
  const body = doc.body as {
    startingCapital: string;
    previousHash: string | null;
    afterSequence: string;
  };
  return {
    epoch: doc.epoch,
    startingCapital: toMicros(body.startingCapital),
    previousHash: body.previousHash,
    afterSequence: BigInt(body.afterSequence),
  };
}
