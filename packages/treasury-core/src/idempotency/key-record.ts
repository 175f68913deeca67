import { TreasuryError, type Json, type Doc } from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import { type KeyedRequest, recordKeyOf } from "./keyed-request.ts";

const keyLifetimeMs = 86_400_000;

/** What is known of a request that came under a key. Times are milliseconds since 1970. */
export interface KeyRecord {
  readonly inputDigest: string;
  /** After this the key is forgotten, whatever became of the request. */
  readonly expiresAt: number;
  readonly progress: KeyProgress;
}

/** How far the request got. */
export type KeyProgress =
  /** Somebody works at it until `leaseEndsAt`; after that whoever repeats it takes over. */
  | {
      readonly kind: "begun";
      /** 128 random bits, the same for every attempt: what others outside are to recognise it by. */
      readonly seed: string;
      /** 1 for the first. */
      readonly attempt: number;
      readonly leaseEndsAt: number;
    }
  /** It was done; `outcome` has the ids that lead to what it made. */
  | { readonly kind: "done"; readonly outcome: Json };

/**
 * The record of a request's key at `now`: null when the key is new or forgotten, the refusal
 * `idempotency_key_reused` when it came with another body before.
 */
export function findRecord(
  books: Books,
  request: KeyedRequest,
  now: number,
): KeyRecord | TreasuryError | null {
  const doc = books.doc(recordKeyOf(request));
  if (doc === undefined || doc.expiresAt === null || doc.expiresAt <= now) return null;
  const record = doc.body as unknown as KeyRecord;
  return record.inputDigest === request.inputDigest ? record : keyReused("with another body");
}

/** A new record, kept for 24 hours. */
export function newRecord(
  { inputDigest }: KeyedRequest,
  progress: KeyProgress,
  now: number,
): KeyRecord {
  return { inputDigest, expiresAt: now + keyLifetimeMs, progress };
}

/** Writes a record for a storage: closed, for nobody but its own request looks for it. */
export function recordToDoc(recordId: string, record: KeyRecord, epoch: number): Doc {
  return {
    ...recordKeyOf({ recordId }),
    epoch,
    ordinal: null,
    open: false,
    dueAt: null,
    expiresAt: record.expiresAt,
    body: record as unknown as Json,
  };
}

/** The refusal of a key that stands for something else. */
export function keyReused(how: string): TreasuryError {
  return new TreasuryError("idempotency_key_reused", `This idempotency key was used ${how}.`);
}

/**
 * What is written over a record whose request may be made again under its key, by anybody and with any
 * body. It is past by every clock, also by one that is behind or was set back.
 */
export function forgottenRecord(recordId: string, epoch: number): Doc {
  const record: KeyRecord = {
    inputDigest: "",
    expiresAt: 0,
    progress: { kind: "done", outcome: null },
  };
  return recordToDoc(recordId, record, epoch);
}
