import { Micros, type Doc } from "@agent-treasury/provider";
import { keptDoc } from "./kept-doc.ts";
import type { Operator } from "./operator.ts";

export const epochKind = "epoch";

export interface EpochRecord {
  readonly epoch: number;
  readonly startingCapital: Micros;
  /** Null for the first epoch. */
  readonly previousHash: string | null;
  /** Sequence of the last entry before this epoch. */
  readonly afterSequence: bigint;
}

/** @param opener null for the first epoch, which the first commit opens. */
export function epochToDoc(record: EpochRecord, openedAt: string, opener: Operator | null): Doc {
  const { epoch } = record;
  const body = {
    startingCapital: Micros.toText(record.startingCapital),
    previousHash: record.previousHash,
    afterSequence: record.afterSequence.toString(),
    openedAt,
    operator: opener?.name ?? null,
    operatorVerified: opener?.verified ?? false,
  };
  const doc = keptDoc({ kind: epochKind, id: epoch.toString() }, epoch, body);
  return { ...doc, ordinal: BigInt(epoch) };
}

export function epochFromDoc(doc: Doc): EpochRecord {
  const body = doc.body as {
    startingCapital: string;
    previousHash: string | null;
    afterSequence: string;
  };
  return {
    epoch: doc.epoch,
    startingCapital: Micros.of(body.startingCapital),
    previousHash: body.previousHash,
    afterSequence: BigInt(body.afterSequence),
  };
}
