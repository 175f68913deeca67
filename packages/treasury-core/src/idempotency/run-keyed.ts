import { isTreasuryError, type Identifiers, type Json } from "@agent-treasury/provider";
import type { Committer } from "../ledger/commit/committer.ts";
import { abandonRequest, beginRequest, finishRequest, giveKeyBack, spendKey } from "./key-lease.ts";
import type { KeyedRequest } from "./keyed-request.ts";

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
