import {
  TreasuryError,
  isTreasuryError,
  type Clock,
  type Commit,
  type CommitOutcome,
  type Storage,
} from "@agent-treasury/provider";

const attempts = 8;
const firstDelayMs = 20;

export type SettledOutcome = Exclude<CommitOutcome, { kind: "unclear" }>;

/**
 * Resolves an unclear outcome by sending the same commit again. Running the command again could
 * spend twice, because the first commit may still be applied.
 *
 * @throws TreasuryError `storage_error` if the outcome stays unclear or the storage cannot be
 * reached.
 */
export async function sendCommit(
  storage: Storage,
  clock: Clock,
  commit: Commit,
): Promise<SettledOutcome> {
  const [outcome = withoutOutcome()] = await sendTogether(storage, [commit]);
  if (outcome.kind !== "unclear") return outcome;
  return resendCommit(storage, clock, commit, outcome.cause);
}

export async function resendCommit(
  storage: Storage,
  clock: Clock,
  commit: Commit,
  firstCause: unknown,
): Promise<SettledOutcome> {
  let cause = firstCause;
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    await clock.sleep(firstDelayMs * 2 ** attempt);
    // The error is not rethrown, because earlier attempts may have succeeded.
    const [outcome = withoutOutcome()] = await storage
      .commit([commit])
      .catch((error: unknown) => [{ kind: "unclear", cause: error } as const]);
    if (outcome.kind !== "unclear" && !isFailure(outcome)) return outcome;
    cause = outcome.cause;
  }
  throw new UnclearCommit(cause);
}

/** The storage failed, which proves nothing about earlier attempts. */
function isFailure(outcome: SettledOutcome): outcome is SettledOutcome & { kind: "rejected" } {
  if (outcome.kind !== "rejected") return false;
  return isTreasuryError(outcome.cause) && outcome.cause.code === "storage_error";
}

/** The change may have been applied. Of all other failures of a commit, nothing was. */
export class UnclearCommit extends TreasuryError {
  constructor(cause: unknown) {
    super("storage_error", "The storage did not confirm the change, which may have been applied.", {
      cause,
    });
  }
}

/**
 * Missing outcomes become `unclear`.
 *
 * @throws TreasuryError if the storage reports that nothing was written.
 */
export async function sendTogether(
  storage: Storage,
  commits: readonly Commit[],
): Promise<readonly CommitOutcome[]> {
  try {
    const outcomes = await storage.commit(commits);
    return commits.map((_, index) => outcomes[index] ?? withoutOutcome());
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    return commits.map(() => ({ kind: "unclear", cause }));
  }
}

/** Without an outcome, the commit may have been applied. */
export function withoutOutcome(): CommitOutcome & { readonly kind: "unclear" } {
  return { kind: "unclear", cause: new Error("The storage returned no outcome.") };
}

/** First-in, first-out semaphore. */
export class CallSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
