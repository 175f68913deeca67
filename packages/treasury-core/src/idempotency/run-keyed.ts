import {
  type Identifiers,
  isTreasuryError,
  type Json,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import type { Committer } from "../ledger/commit/committer.ts";
import { isLeaseOver } from "../ledger/lease-over.ts";
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

/** What keeping the records needs; an engine has it. */
export interface KeyKeeper {
  readonly committer: Committer;
  readonly identifiers: Identifiers;
  readonly report: (error: unknown) => void;
}

/** Something that is done outside of the store, where no commit can join it to its record. */
export interface OutsideWork<Answer, Kept extends Json> {
  /** How long an attempt has before a repetition takes over. A crash blocks the key for no longer. */
  readonly leaseMs: number;
  /** Does it. The same seed twice, one after the other or side by side, must do it once. */
  act(seed: string): Promise<Answer>;
  /** The ids that lead to the answer. */
  keep(answer: Answer): Kept;
  /** The answer as it is now. */
  recall(kept: Kept): Promise<Answer>;
}

/**
 * Does outside work once for a key. Without one it is done, under a seed of its own.
 *
 * The seed is durable before anything is done, so after a crash the repetition finds what was done by
 * it. A refusal (below 500) of the first attempt forgets the key; after any other failure the key keeps
 * its seed, and can be repeated at once.
 *
 * @throws TreasuryError `idempotency_key_in_use`, `idempotency_key_reused`, and what `act` throws.
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
  // It was done whether or not that can be recorded; a repetition would find it by its seed.
  await committer.run(workspaceId, finishRequest(request, seed, work.keep(answer))).catch(report);
  return answer;
}

/**
 * Does something at most once for a key, and keeps no answer: a repetition is refused. So is one after
 * a failure, since nobody knows how far it came; a refusal (below 500) gives the key back.
 *
 * @throws TreasuryError `idempotency_key_reused`, and what `act` throws.
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

/** What whoever asked for a request is to do now. */
type Begun =
  | { readonly kind: "run"; readonly seed: string; readonly attempt: number }
  | { readonly kind: "done"; readonly outcome: Json };

/**
 * Takes a request in hand for `leaseMs`, unless it is done, or somebody has it in hand. The seed of the
 * first attempt stays for all that follow.
 *
 * @throws TreasuryError `idempotency_key_in_use` with `retry-after`, or `idempotency_key_reused`.
 */
export function beginRequest(request: KeyedRequest, seed: string, leaseMs: number): Command<Begun> {
  return keyCommand<Begun>("begin_keyed_request", request, ({ known, books, now }) => {
    if (known === null) {
      const progress = { kind: "begun", seed, attempt: 1, leaseEndsAt: now + leaseMs } as const;
      const answer: Begun = { kind: "run", seed, attempt: 1 };
      return written(books, request, newRecord(request, progress, now), answer);
    }
    const { progress } = known;
    if (progress.kind === "done") {
      return { kind: "unchanged", answer: { kind: "done", outcome: progress.outcome } };
    }
    if (!isLeaseOver(progress.leaseEndsAt, now, leaseMs)) {
      return refused(keyInUse(progress.leaseEndsAt - now));
    }
    const attempt = progress.attempt + 1;
    const taken: KeyProgress = { ...progress, attempt, leaseEndsAt: now + leaseMs };
    const answer: Begun = { kind: "run", seed: progress.seed, attempt };
    return written(books, request, { ...known, progress: taken }, answer);
  });
}

/** Records what a request came to, whichever attempt it was: all of them had the same seed. */
function finishRequest(request: KeyedRequest, seed: string, outcome: Json): Command<null> {
  return keyCommand("finish_keyed_request", request, ({ known, books }) => {
    if (known?.progress.kind !== "begun" || known.progress.seed !== seed) return unchanged;
    return written(books, request, { ...known, progress: { kind: "done", outcome } }, null);
  });
}

/**
 * Lets go of a request that failed, unless another attempt took over. The seed stays, for what failed
 * may have been done all the same; `forget` drops it with the record, where nothing can have been.
 */
function abandonRequest(request: KeyedRequest, attempt: number, forget: boolean): Command<null> {
  return keyCommand("abandon_keyed_request", request, ({ known, books }) => {
    if (known?.progress.kind !== "begun" || known.progress.attempt !== attempt) return unchanged;
    if (forget) return forgotten(books, request);
    return written(
      books,
      request,
      { ...known, progress: { ...known.progress, leaseEndsAt: 0 } },
      null,
    );
  });
}

/**
 * Uses a key up, for a request whose answer is not kept.
 *
 * @throws TreasuryError `idempotency_key_reused` when it is used up already.
 */
export function spendKey(request: KeyedRequest): Command<null> {
  return keyCommand("spend_key", request, ({ known, books, now }) => {
    if (known !== null) {
      return refused(keyReused("for a command, whose output is not kept"));
    }
    const record = newRecord(request, { kind: "done", outcome: null }, now);
    return written(books, request, record, null);
  });
}

/** Gives a key back that `spendKey` used up, where nothing was done. */
function giveKeyBack(request: KeyedRequest): Command<null> {
  return keyCommand("give_key_back", request, ({ known, books }) =>
    known === null ? unchanged : forgotten(books, request),
  );
}

const unchanged = { kind: "unchanged", answer: null } as const;

/** What a command on a key decides by. */
interface KeyMoment {
  readonly known: KeyRecord | null;
  readonly books: Books;
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
    reduce: (books, now) => {
      const known = findRecord(books, request, now);
      return isTreasuryError(known) ? refused(known) : decide({ known, books, now });
    },
  };
}

function written<Answer>(
  books: Books,
  request: KeyedRequest,
  record: KeyRecord,
  answer: Answer,
): Outcome<Answer> {
  const put = [recordToDoc(request.recordId, record, books.tip.epoch)];
  return { kind: "changed", answer, changes: changesOn(books, { put }) };
}

function forgotten(books: Books, { recordId }: KeyedRequest): Outcome<null> {
  const put = [forgottenRecord(recordId, books.tip.epoch)];
  return { kind: "changed", answer: null, changes: changesOn(books, { put }) };
}

function keyInUse(leftMs: number): TreasuryError {
  const seconds = Math.min(longestRetryAfterSeconds, Math.ceil(leftMs / 1_000));
  return new TreasuryError(
    "idempotency_key_in_use",
    "The first request with this idempotency key is still running.",
    { headers: { "retry-after": String(seconds) } },
  );
}
