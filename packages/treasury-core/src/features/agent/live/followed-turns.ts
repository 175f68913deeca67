import { TreasuryError, type TurnLog, type TurnName } from "@agent-treasury/provider";
import { ChangeNotifier } from "../../../kernel/change-notifier.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { type TurnDocument, readTurn, turnFailure, turnNotFound } from "../lease/turn-document.ts";
import { readNewRecords } from "../log/read-turn-log.ts";
import { TurnState } from "../log/turn-state.ts";
import { turnNameText } from "./live-turn.ts";

const shortestPauseMs = 25;
const longestPauseMs = 1_000;
/** The time after which readers get an error for a turn whose lease has expired. */
const abandonedAfterMs = 120_000;

export class FollowedTurn {
  readonly state: TurnState = new TurnState();
  end: { readonly error: TreasuryError | null } | null = null;
  readonly changes: ChangeNotifier = new ChangeNotifier();
  readonly reading: AbortController = new AbortController();
  followers = 0;
}

type FollowDeps = Pick<Engine, "storage" | "clock"> & { readonly log: TurnLog };

/** Polls turns of other processes, once for all readers in this process. */
export class FollowedTurns {
  readonly #deps: FollowDeps;
  readonly #followed: Map<string, FollowedTurn> = new Map();

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /** Adds a reader. Pair with {@link leave}. */
  join(turn: TurnName): FollowedTurn {
    const name = turnNameText(turn);
    let followed = this.#followed.get(name);
    if (followed === undefined) {
      followed = new FollowedTurn();
      this.#followed.set(name, followed);
      void this.#read(turn, followed);
    }
    followed.followers += 1;
    return followed;
  }

  leave(turn: TurnName, followed: FollowedTurn): void {
    followed.followers -= 1;
    if (followed.followers > 0) return;
    followed.reading.abort(new Error("The turn has no readers in this process."));
    this.#forget(turn, followed);
  }

  async #read(turn: TurnName, followed: FollowedTurn): Promise<void> {
    const { state, changes, reading } = followed;
    try {
      await followTurn(this.#deps, turn, state, () => changes.notify(), reading.signal);
      followed.end = { error: null };
    } catch (error) {
      followed.end = { error: turnFailure(error, "The turn could not be read.") };
    }
    // The next reader starts again, because the turn may have been resumed.
    this.#forget(turn, followed);
    changes.notify();
  }

  #forget(turn: TurnName, followed: FollowedTurn): void {
    const name = turnNameText(turn);
    if (this.#followed.get(name) === followed) this.#followed.delete(name);
  }
}

/**
 * Reads the document before the log, so that the log includes every record that precedes the status.
 *
 * @throws TreasuryError `turn_not_found`, and `turn_failed` if the lease expired long ago.
 */
export async function followTurn(
  { storage, log, clock }: FollowDeps,
  turn: TurnName,
  state: TurnState,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = shortestPauseMs;
  while (!signal.aborted) {
    const { document, storageNow } = await readTurn(storage, turn);
    const isNew = await readNewRecords(log, turn, state);
    if (isNew) onChange();
    if (state.ended !== null && state.begun !== null) return;
    if (document === null || document.status === "done") throw turnNotFound(turn);
    if (state.waits !== null && isPaused(document, storageNow)) return;
    if (document.status === "running" && storageNow > document.leaseEndsAt + abandonedAfterMs) {
      throw new TreasuryError("turn_failed", "No process runs the turn any more.");
    }
    pauseMs = isNew ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}

/** The last record is `waits`. A resumed turn may not have written its next record yet. */
function isPaused({ status, waitsFor, leaseEndsAt }: TurnDocument, storageNow: number): boolean {
  if (status !== "running") return true;
  // Its process crashed before the release. The document of a resumed turn has `waitsFor`.
  return waitsFor.length === 0 && storageNow > leaseEndsAt;
}
