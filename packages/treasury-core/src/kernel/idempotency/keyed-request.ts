import { type Doc, type Json, type Key, TreasuryError } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { type Command, type Outcome, changesOn, unchanged } from "../ledger/command.ts";
import { sha256Hex } from "../ledger/hash.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";

export interface KeyScope {
  /** Null for anonymous access. */
  readonly operator: string | null;
  /** Null unless an external agent calls. */
  readonly agentId?: string | null;
  readonly method: string;
  /** The path with parameters filled in, without the base path. */
  readonly path: string;
  readonly workspaceId: string;
}

export interface KeyedRequest {
  readonly workspaceId: string;
  /** A digest, so that the key itself is not stored. */
  readonly recordId: string;
  /** A digest of the validated input, which repetitions must match. */
  readonly inputDigest: string;
}

export function keyedRequest(scope: KeyScope, key: string, input: object): KeyedRequest {
  const { operator, agentId = null, method, path, workspaceId } = scope;
  const caller = agentId === null ? [1, operator] : [2, agentId];
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    workspaceId,
    recordId: sha256Hex(JSON.stringify([...caller, method, path, workspaceId, key])),
    inputDigest: sha256Hex(JSON.stringify(given.toSorted(byName))),
  };
}

export function recordKeyOf({ recordId }: Pick<KeyedRequest, "recordId">): Key {
  return { kind: "idempotency_key", id: recordId };
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}

const keyLifetimeMs = 86_400_000;

export interface KeyRecord {
  readonly inputDigest: string;
  readonly expiresAt: number;
  readonly progress: KeyProgress;
}

export type KeyProgress =
  /** A repetition may take over after `leaseEndsAt`. */
  | {
      readonly kind: "begun";
      /** A seed shared by all attempts, so that external systems recognize the request. */
      readonly seed: string;
      readonly attempt: number;
      readonly leaseEndsAt: number;
    }
  /** `outcome` has the ids needed to recall the answer. */
  | { readonly kind: "done"; readonly outcome: Json };

/**
 * Returns null if the key is new or expired.
 *
 * @throws TreasuryError `idempotency_key_reused` if the input differs.
 */
export function findRecord(
  ledger: LedgerState,
  request: KeyedRequest,
  now: number,
): KeyRecord | null {
  return liveRecord(ledger.doc(recordKeyOf(request)), request, now);
}

/** As `findRecord`, for a document that was loaded. */
export function liveRecord(
  doc: Doc | undefined,
  request: KeyedRequest,
  now: number,
): KeyRecord | null {
  if (doc === undefined || doc.expiresAt === null || doc.expiresAt <= now) return null;
  const record = fromStored<KeyRecord>(doc.body);
  if (record.inputDigest === request.inputDigest) return record;
  throw keyReused("with another body");
}

export function newRecord(
  { inputDigest }: KeyedRequest,
  progress: KeyProgress,
  now: number,
): KeyRecord {
  return { inputDigest, expiresAt: now + keyLifetimeMs, progress };
}

export function recordToDoc(recordId: string, record: KeyRecord, epoch: number): Doc {
  const { expiresAt } = record;
  return { ...keptDoc(recordKeyOf({ recordId }), epoch, toStored(record)), expiresAt };
}

/** The record of a request that is done. */
export function doneDoc(request: KeyedRequest, outcome: Json, now: number, epoch: number): Doc {
  return recordToDoc(request.recordId, newRecord(request, { kind: "done", outcome }, now), epoch);
}

export function keyReused(how: string): TreasuryError {
  return new TreasuryError("idempotency_key_reused", `This idempotency key was used ${how}.`);
}

/** Frees a key. The record counts as expired by every clock. */
export function forgottenRecord(recordId: string, epoch: number): Doc {
  const record: KeyRecord = {
    inputDigest: "",
    expiresAt: 0,
    progress: { kind: "done", outcome: null },
  };
  return recordToDoc(recordId, record, epoch);
}

/**
 * Runs a command once per key. One commit writes the record and the change. Repetitions wait for it
 * and return `recall`. A refusal leaves no record.
 *
 * @param request null to return the command unchanged.
 * @param keep returns what `recall` needs of the answer.
 */
export function keyedCommand<Answer>(
  command: Command<Answer>,
  request: KeyedRequest | null,
  recall: (ledger: LedgerState, kept: Json) => Answer,
  keep: (answer: Answer) => Json = () => null,
): Command<Answer> {
  if (request === null) return command;
  return {
    name: command.name,
    reads: command.reads,
    // Usually the key is new, so it is not loaded first.
    creates: [...(command.creates ?? []), recordKeyOf(request)],
    reduce: (ledger, now) => {
      const known = findRecord(ledger, request, now);
      if (known !== null) return unchanged(recall(ledger, keptOf(known)));
      return recorded(command.reduce(ledger, now), request, keep, ledger, now);
    },
  };
}

function keptOf({ progress }: KeyRecord): Json {
  return progress.kind === "done" ? progress.outcome : null;
}

/** Also records an outcome without changes, because the key was used. */
function recorded<Answer>(
  outcome: Outcome<Answer>,
  request: KeyedRequest,
  keep: (answer: Answer) => Json,
  ledger: LedgerState,
  now: number,
): Outcome<Answer> {
  const changes = outcome.kind === "changed" ? outcome.changes : changesOn(ledger, {});
  const { answer } = outcome;
  const doc = doneDoc(request, keep(answer), now, changes.head.epoch);
  return { kind: "changed", answer, changes: { ...changes, put: [...changes.put, doc] } };
}
