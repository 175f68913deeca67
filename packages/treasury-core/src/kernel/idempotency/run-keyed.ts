import {
  type Identifiers,
  isTreasuryError,
  type Json,
  type TreasuryError,
} from "@agent-treasury/provider";
import { retryLater } from "../errors.ts";
import { type Command, type Outcome, changed, unchanged } from "../ledger/command.ts";
import type { Committer } from "../ledger/commit/committer.ts";
import { isLeaseOver } from "../ledger/lease-over.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import {
  findRecord,
  forgottenRecord,
  type KeyedRequest,
  type KeyProgress,
  type KeyRecord,
  keyReused,
  newRecord,
  recordKeyOf,
  recordToDoc,
} from "./keyed-request.ts";

export interface KeyKeeper {
  readonly committer: Committer;
  readonly identifiers: Identifiers;
  readonly report: (error: unknown) => void;
}

/** External work that a commit cannot join to its record. */
export interface OutsideWork<Answer, Kept extends Json> {
  /** Time until a repetition may take over. */
  readonly leaseMs: number;
  /** Does the work. Must have an effect only once per seed, even for concurrent calls. */
  act(seed: string): Promise<Answer>;
  keep(answer: Answer): Kept;
  recall(kept: Kept): Promise<Answer>;
}

/**
 * Runs external work once per key. The seed is committed first, so that a repetition after a crash
 * finds the earlier work. A refusal (below 500) of the first attempt frees the key. After other
 * failures the seed remains and a retry is possible immediately.
 *
 * @throws TreasuryError `idempotency_key_in_use`, `idempotency_key_reused`, and errors of `act`.
 */
export async function runKeyed<Answer, Kept extends Json>(
  keeper: KeyKeeper,
  request: KeyedRequest | null,
  work: OutsideWork<Answer, Kept>,
): Promise<Answer> {
  const { committer, identifiers, report } = keeper;
  const ownSeed = identifiers.random();
  if (request === null) return work.act(ownSeed);
  const { workspaceId } = request;
  const begun = await committer.run(workspaceId, beginRequest(request, ownSeed, work.leaseMs));
  if (begun.kind === "done") return work.recall(begun.outcome as Kept);
  const { seed, attempt } = begun;
  let answer: Answer;
  try {
    answer = await work.act(seed);
  } catch (error) {
    const forget = attempt === 1 && isRefusal(error);
    await committer.run(workspaceId, abandonRequest(request, attempt, forget)).catch(report);
    throw error;
  }
  // If this cannot be recorded, a repetition finds the work by its seed.
  await committer.run(workspaceId, finishRequest(request, seed, work.keep(answer))).catch(report);
  return answer;
}

/**
 * Runs work at most once per key without storing the answer. Repetitions are rejected, even after a
 * failure of unknown progress. A refusal (below 500) frees the key.
 *
 * @throws TreasuryError `idempotency_key_reused`, and errors of `act`.
 */
export async function runAtMostOnce<Answer>(
  { committer, report }: KeyKeeper,
  request: KeyedRequest | null,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (request === null) return act();
  const { workspaceId } = request;
  await committer.run(workspaceId, spendKey(request));
  try {
    return await act();
  } catch (error) {
    if (isRefusal(error)) await committer.run(workspaceId, giveKeyBack(request)).catch(report);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return isTreasuryError(error) && error.status < 500;
}

const longestRetryAfterSeconds = 5;

type Begun =
  | { readonly kind: "run"; readonly seed: string; readonly attempt: number }
  | { readonly kind: "done"; readonly outcome: Json };

/**
 * Acquires a request for `leaseMs`. All attempts share the first seed.
 *
 * @throws TreasuryError `idempotency_key_in_use` with `retry-after`, or `idempotency_key_reused`.
 */
export function beginRequest(request: KeyedRequest, seed: string, leaseMs: number): Command<Begun> {
  return keyCommand<Begun>("begin_keyed_request", request, ({ known, ledger, now }) => {
    if (known === null) {
      const progress = { kind: "begun", seed, attempt: 1, leaseEndsAt: now + leaseMs } as const;
      const answer: Begun = { kind: "run", seed, attempt: 1 };
      return written(ledger, request, newRecord(request, progress, now), answer);
    }
    const { progress } = known;
    if (progress.kind === "done") return unchanged({ kind: "done", outcome: progress.outcome });
    if (!isLeaseOver(progress.leaseEndsAt, now, leaseMs)) {
      throw keyInUse(progress.leaseEndsAt - now);
    }
    const attempt = progress.attempt + 1;
    const taken: KeyProgress = { ...progress, attempt, leaseEndsAt: now + leaseMs };
    const answer: Begun = { kind: "run", seed: progress.seed, attempt };
    return written(ledger, request, { ...known, progress: taken }, answer);
  });
}

/** Accepts any attempt's outcome, because all share a seed. */
function finishRequest(request: KeyedRequest, seed: string, outcome: Json): Command<null> {
  return keyCommand("finish_keyed_request", request, ({ known, ledger }) => {
    if (known?.progress.kind !== "begun" || known.progress.seed !== seed) return unchanged(null);
    return written(ledger, request, { ...known, progress: { kind: "done", outcome } }, null);
  });
}

/**
 * Releases a failed request unless another attempt took over. `forget` deletes the record, which is
 * safe only if no work was possible.
 */
function abandonRequest(request: KeyedRequest, attempt: number, forget: boolean): Command<null> {
  return keyCommand("abandon_keyed_request", request, ({ known, ledger }) => {
    if (known?.progress.kind !== "begun" || known.progress.attempt !== attempt)
      return unchanged(null);
    if (forget) return forgotten(ledger, request);
    return written(
      ledger,
      request,
      { ...known, progress: { ...known.progress, leaseEndsAt: 0 } },
      null,
    );
  });
}

/** @throws TreasuryError `idempotency_key_reused`. */
export function spendKey(request: KeyedRequest): Command<null> {
  return keyCommand("spend_key", request, ({ known, ledger, now }) => {
    if (known !== null) {
      throw keyReused("for a command, whose output is not stored");
    }
    const record = newRecord(request, { kind: "done", outcome: null }, now);
    return written(ledger, request, record, null);
  });
}

function giveKeyBack(request: KeyedRequest): Command<null> {
  return keyCommand("give_key_back", request, ({ known, ledger }) =>
    known === null ? unchanged(null) : forgotten(ledger, request),
  );
}

interface KeyMoment {
  readonly known: KeyRecord | null;
  readonly ledger: LedgerState;
  readonly now: number;
}

function keyCommand<Answer>(
  name: string,
  request: KeyedRequest,
  decide: (moment: KeyMoment) => Outcome<Answer>,
): Command<Answer> {
  return {
    name,
    reads: [recordKeyOf(request)],
    reduce: (ledger, now) => decide({ known: findRecord(ledger, request, now), ledger, now }),
  };
}

function written<Answer>(
  ledger: LedgerState,
  request: KeyedRequest,
  record: KeyRecord,
  answer: Answer,
): Outcome<Answer> {
  const put = [recordToDoc(request.recordId, record, ledger.head.epoch)];
  return changed(ledger, answer, { put });
}

function forgotten(ledger: LedgerState, { recordId }: KeyedRequest): Outcome<null> {
  return changed(ledger, null, { put: [forgottenRecord(recordId, ledger.head.epoch)] });
}

function keyInUse(leftMs: number): TreasuryError {
  const seconds = Math.min(longestRetryAfterSeconds, Math.ceil(leftMs / 1_000));
  const message = "The first request with this idempotency key is still running.";
  return retryLater("idempotency_key_in_use", message, seconds);
}
