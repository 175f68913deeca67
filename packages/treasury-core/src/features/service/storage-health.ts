import { type Clock, type Storage, TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { atMost } from "../../kernel/at-most.ts";
import { retryLater } from "../../kernel/errors.ts";

/** An available database opens within this time. A probe that gives up earlier also fails. */
const patienceMs = 5_000;
/** Health checks are anonymous, so a storage that failed to open is not tried at each of them. */
const pauseMs = 1_000;

/**
 * Returns a check of the storage. Until a read has succeeded once, it opens the storage. Afterwards
 * it is the storage's own check, because a lost connection affects every process.
 *
 * @throws TreasuryError from the check: `starting` while the storage opens, `storage_unavailable`
 * if it cannot be opened or written.
 */
export function storageHealth(storage: Storage, clock: Clock): () => Promise<void> {
  let isOpen = false;
  let opening: Promise<void> | null = null;
  let failure: { readonly error: unknown; readonly at: number } | null = null;
  const open = async (): Promise<void> => {
    try {
      await storage.workspaces(null, 1);
      isOpen = true;
    } catch (error) {
      failure = { error, at: clock.monotonic() };
    } finally {
      opening = null;
    }
  };
  return async () => {
    if (!isOpen) {
      const isPaused = failure !== null && clock.monotonic() - failure.at < pauseMs;
      if (!isPaused) await atMost(patienceMs, clock, (opening ??= open()));
      if (!isOpen) throw failure === null ? starting() : unavailable(failure.error);
    }
    await storage.check?.().catch((error: unknown) => {
      throw unavailable(error);
    });
  };
}

function starting(): TreasuryError {
  return retryLater("starting", "The database is being opened.", 1);
}

function unavailable(cause: unknown): TreasuryError {
  const message = isTreasuryError(cause) ? cause.message : "The storage is not available.";
  return new TreasuryError("storage_unavailable", message, { cause });
}
