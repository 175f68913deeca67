import { TreasuryError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Identifiers } from "../../ports/identifiers.ts";
import type { Key, Snapshot, Storage } from "../../ports/storage.ts";
import { accountFromRecord } from "../account-record.ts";
import { keyText } from "../books.ts";
import { epochToDoc } from "../epoch.ts";
import type { Housekeeping, Opening } from "../housekeeping.ts";
import {
  type GroupOutcome,
  type QueuedCommand,
  missingKeys,
  runGroup,
  settleGroup,
} from "./command-group.ts";
import { type SettledOutcome, sendCommit } from "./send-commit.ts";
import type { StorageClock } from "./storage-clock.ts";
import { type CachedBooks, WorkingBooks } from "./working-books.ts";

const conflictsBeforeDelay = 3;
const maximumAttempts = 60;
const maximumDelayMs = 250;

/** What a writer needs, the same for every workspace of a process. */
export interface WriterParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly storageClock: StorageClock;
  readonly identifiers: Identifiers;
  readonly opening: Opening;
  readonly housekeeping: Housekeeping;
}

/**
 * Commits one workspace's commands, a group at a time. It keeps the books that its last commit left
 * and computes on them, but nothing is answered from them alone: every answer rests on a commit that
 * compared the version, or on a load made after the command came.
 */
export class WorkspaceWriter {
  readonly #workspaceId: string;
  readonly #parts: WriterParts;
  #cached: CachedBooks | null = null;

  constructor(workspaceId: string, parts: WriterParts) {
    this.#workspaceId = workspaceId;
    this.#parts = parts;
  }

  /** Runs a group until its changes are durable, or refused, and answers its callers. Never rejects. */
  async run(group: readonly QueuedCommand[]): Promise<void> {
    try {
      await this.#runUntilDurable(group);
    } catch (error) {
      this.#cached = null;
      for (const queued of group) queued.reject(error);
    }
  }

  async #runUntilDurable(group: readonly QueuedCommand[]): Promise<void> {
    const taken = new Map<string, Key>();
    let conflicts = 0;
    for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
      const { books, now, fresh } = await this.#prepare(group, [...taken.values()]);
      const outcomes = runGroup(group, books, now, this.#parts.housekeeping);
      const outcome = await this.#makeDurable(books, fresh);
      switch (outcome.kind) {
        case "committed":
          if (books.hasChanges) this.#cached = books.committed();
          settleGroup(group, outcomes);
          return;
        case "exists":
          this.#cached = null;
          if (outcome.keys.every((key) => taken.has(keyText(key)))) {
            // A command was told that the key is claimed, and claims it all the same.
            await this.#isolate(group, outcomes, outcome);
            return;
          }
          for (const key of outcome.keys) taken.set(keyText(key), key);
          break;
        case "rejected":
          this.#cached = null;
          // What was computed on a stale account proves nothing, neither a fault nor a refusal.
          if (!fresh) break;
          await this.#isolate(group, outcomes, outcome.cause);
          return;
        case "conflict":
          this.#cached = null;
          conflicts += 1;
          await this.#backOff(conflicts);
      }
    }
    throw new TreasuryError("service_busy", "Too many processes write to this workspace at once.", {
      headers: { "retry-after": "1" },
    });
  }

  /** The books to run on, and whether they were loaded just now. */
  async #prepare(
    group: readonly QueuedCommand[],
    taken: readonly Key[],
  ): Promise<{ books: WorkingBooks; now: number; fresh: boolean }> {
    const estimate = this.#parts.storageClock.estimate();
    const isKnown = missingKeys(group, this.#cached).length + taken.length === 0;
    if (this.#cached !== null && estimate !== null && isKnown) {
      const nothing = { found: [], claimed: [] };
      return {
        books: new WorkingBooks(this.#workspaceId, this.#cached, nothing),
        now: estimate,
        fresh: false,
      };
    }
    // What was open when it was cached may be closed by now, so everything is asked for.
    const keys = [...missingKeys(group, null), ...taken];
    const observe = this.#parts.storageClock.beginLoad();
    const [snapshot] = await this.#parts.storage.load([{ workspaceId: this.#workspaceId, keys }]);
    if (snapshot === undefined)
      throw new TreasuryError("storage_error", "The storage gave no snapshot.");
    observe(snapshot.storageNow);
    this.#cached = this.#toCache(snapshot);
    return {
      books: new WorkingBooks(this.#workspaceId, this.#cached, snapshot),
      now: snapshot.storageNow,
      fresh: true,
    };
  }

  #toCache({ head, open, storageNow }: Snapshot): CachedBooks {
    const openByKey = new Map(open.map((doc) => [keyText(doc), doc]));
    if (head === null) {
      const tip = this.#parts.opening(this.#workspaceId, storageNow);
      const record = {
        epoch: tip.epoch,
        startingCapital: tip.account.startingCapital,
        previousHash: null,
        afterSequence: 0n,
      };
      const opening = [epochToDoc(record, new Date(storageNow).toISOString())];
      return { version: 0n, tip, open: openByKey, opening };
    }
    const { version, epoch, sequence, lastHash } = head;
    const tip = { epoch, sequence, lastHash, account: accountFromRecord(head.account) };
    return { version, tip, open: openByKey, opening: [] };
  }

  /** Commits what changed. What changed nothing still has to compare, unless it was loaded just now. */
  async #makeDurable(books: WorkingBooks, fresh: boolean): Promise<SettledOutcome> {
    if (!books.hasChanges && fresh) return { kind: "committed" };
    const { storage, clock, identifiers } = this.#parts;
    return sendCommit(storage, clock, books.toCommit(identifiers.random()));
  }

  /** Finds the command whose change the database refuses, so that the others do not fail with it. */
  async #isolate(
    group: readonly QueuedCommand[],
    outcomes: readonly GroupOutcome[],
    cause: unknown,
  ): Promise<void> {
    if (group.length > 1) {
      const middle = Math.ceil(group.length / 2);
      await this.run(group.slice(0, middle));
      await this.run(group.slice(middle));
      return;
    }
    const [outcome] = outcomes;
    if (outcome?.kind === "refused") throw outcome.error;
    throw new TreasuryError(
      "storage_error",
      "The storage refused the change; nothing was written.",
      {
        cause,
      },
    );
  }

  async #backOff(conflicts: number): Promise<void> {
    if (conflicts < conflictsBeforeDelay) return;
    const ceiling = Math.min(maximumDelayMs, 2 ** conflicts);
    await this.#parts.clock.sleep(Math.random() * ceiling);
  }
}
