import {
  type Doc,
  isTreasuryError,
  type Json,
  type Key,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import { sha256Hex } from "../ledger/hash.ts";

/** Where a key means the same request. The same key elsewhere is another key. */
export interface KeyScope {
  /** Null for a guest. */
  readonly operator: string | null;
  readonly method: string;
  /** With what it names filled in, without the base path. */
  readonly path: string;
  readonly workspaceId: string;
}

/** A request that its sender may repeat under one key. */
export interface KeyedRequest {
  /** Where its record lives. */
  readonly workspaceId: string;
  /** The record's id: a digest of scope and key, so that a key is nowhere to be read. */
  readonly recordId: string;
  /** SHA-256 of the input, as the schema read it: what must not differ from one repetition to the next. */
  readonly inputDigest: string;
}

/** Names a request by its key, and fixes what it asks for. */
export function keyedRequest(scope: KeyScope, key: string, input: object): KeyedRequest {
  const { operator, method, path, workspaceId } = scope;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    workspaceId,
    recordId: sha256Hex(JSON.stringify([1, operator, method, path, workspaceId, key])),
    inputDigest: sha256Hex(JSON.stringify(given.toSorted(byName))),
  };
}

/** The document that keeps what became of the request. */
export function recordKeyOf({ recordId }: Pick<KeyedRequest, "recordId">): Key {
  return { kind: "idempotency_key", id: recordId };
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}

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

/**
 * The same command, done once for a key: its record becomes durable in the commit that makes the
 * change, so that there is no moment at which the one is there without the other. A repetition waits
 * for that commit and gets what `recall` reads. A refusal leaves no record, since nothing happened.
 *
 * @param request - Null for a request without a key, whose command is returned as it is.
 * @param recall - Reads the answer again, by what was kept of it.
 * @param keep - What the record keeps of the answer; nothing unless given.
 */
export function keyedCommand<Answer>(
  command: Command<Answer>,
  request: KeyedRequest | null,
  recall: (books: Books, kept: Json) => Answer,
  keep: (answer: Answer) => Json = () => null,
): Command<Answer> {
  if (request === null) return command;
  return {
    name: command.name,
    reads: command.reads,
    // A new key is the usual case, and needs no load. A used one is found by the commit, or by the load.
    creates: [...(command.creates ?? []), recordKeyOf(request)],
    reduce: (books, now) => {
      const known = findRecord(books, request, now);
      if (isTreasuryError(known)) return refused(known);
      if (known !== null) return { kind: "unchanged", answer: recall(books, keptOf(known)) };
      return recorded(command.reduce(books, now), request, keep, books, now);
    },
  };
}

function keptOf({ progress }: KeyRecord): Json {
  return progress.kind === "done" ? progress.outcome : null;
}

/** Also what changed nothing is recorded: the key was used for it. */
function recorded<Answer>(
  outcome: Outcome<Answer>,
  request: KeyedRequest,
  keep: (answer: Answer) => Json,
  books: Books,
  now: number,
): Outcome<Answer> {
  if (outcome.kind === "refused") return outcome;
  const changes = outcome.kind === "changed" ? outcome.changes : changesOn(books, {});
  const record = newRecord(request, { kind: "done", outcome: keep(outcome.answer) }, now);
  const doc = recordToDoc(request.recordId, record, changes.tip.epoch);
  return {
    kind: "changed",
    answer: outcome.answer,
    changes: { ...changes, put: [...changes.put, doc] },
  };
}
