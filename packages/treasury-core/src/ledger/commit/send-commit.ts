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

/** What became of a commit once nothing about it is unclear. */
export type SettledOutcome = Exclude<CommitOutcome, { kind: "unclear" }>;

/**
 * Commits, and settles an unclear outcome by sending the same commit again. To look and then run the
 * command again would spend twice: the first one may land after the look.
 *
 * @throws TreasuryError `storage_error` when it stays unclear, or when the storage cannot be asked.
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

/** Sends a commit that is unclear until it is clear. */
export async function resendCommit(
  storage: Storage,
  clock: Clock,
  commit: Commit,
  firstCause: unknown,
): Promise<SettledOutcome> {
  let cause = firstCause;
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    await clock.sleep(firstDelayMs * 2 ** attempt);
    // That one attempt wrote nothing says nothing of those before it, so here nothing is thrown on.
    const [outcome = withoutOutcome()] = await storage
      .commit([commit])
      .catch((error: unknown) => [{ kind: "unclear", cause: error } as const]);
    if (outcome.kind !== "unclear") return outcome;
    cause = outcome.cause;
  }
  throw new TreasuryError(
    "storage_error",
    "The storage did not say whether the change was made; it may have been.",
    { cause },
  );
}

/**
 * Sends commits in one call for the first time: an outcome for each, `unclear` where there is none.
 *
 * @throws TreasuryError when the storage says that nothing was written.
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

/** Where a storage gave none: nobody knows then whether the commit landed. */
export function withoutOutcome(): CommitOutcome & { readonly kind: "unclear" } {
  return { kind: "unclear", cause: new Error("The storage gave no outcome.") };
}

/** Lets so many calls be under way at once; the others wait for their turn, in their order. */
export class CallSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Makes a call when it is its turn. */
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
