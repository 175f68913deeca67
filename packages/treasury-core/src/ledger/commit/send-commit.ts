import { TreasuryError, isTreasuryError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Commit, CommitOutcome, Storage } from "../../ports/storage.ts";

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
  let cause: unknown;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await clock.sleep(firstDelayMs * 2 ** attempt);
    const outcome = await sendOnce(storage, commit, attempt === 0);
    if (outcome.kind !== "unclear") return outcome;
    cause = outcome.cause;
  }
  throw new TreasuryError(
    "storage_error",
    "The storage did not say whether the change was made; it may have been.",
    { cause },
  );
}

async function sendOnce(
  storage: Storage,
  commit: Commit,
  isFirst: boolean,
): Promise<CommitOutcome> {
  try {
    const [outcome] = await storage.commit([commit]);
    return outcome ?? { kind: "unclear", cause: new Error("The storage gave no outcome.") };
  } catch (cause) {
    // That this attempt wrote nothing says nothing of the one before.
    if (isFirst && isTreasuryError(cause)) throw cause;
    return { kind: "unclear", cause };
  }
}
