import {
  TreasuryError,
  type CommitOutcome,
  type Key,
  isTreasuryError,
} from "@agent-treasury/provider";
import { retryLater } from "../../errors.ts";
import { keyText } from "../key-text.ts";
import { type QueuedCommand, settleGroup } from "./run-group.ts";
import { type CallSlots, resendCommit, sendCommit, type SettledOutcome } from "./send-commit.ts";
import { type Attempt, WorkspaceState, type WriterDeps } from "./workspace-state.ts";

const conflictsInARow = 3;
const maximumAttempts = 60;
const maximumDelayMs = 250;
/** Groups without a concurrent writer after which turns end. */
const quietGroupsAlone = 16;

interface Sent {
  readonly attempt: Attempt;
  readonly outcome: SettledOutcome;
}

/** Retry state of a group. */
interface Course {
  readonly taken: Map<string, Key>;
  conflicts: number;
}

/**
 * Writes groups alone: after an unsuccessful shared commit, and while other processes write to the
 * workspace.
 */
export class WorkspaceWriter {
  readonly ledger: WorkspaceState;
  readonly #parts: WriterDeps;
  readonly #slots: CallSlots;
  #quietGroupsLeft = 0;

  constructor(workspaceId: string, parts: WriterDeps, slots: CallSlots) {
    this.ledger = new WorkspaceState(workspaceId, parts);
    this.#parts = parts;
    this.#slots = slots;
  }

  get goesAlone(): boolean {
    return this.#quietGroupsLeft > 0;
  }

  /**
   * Answers the callers once the changes are durable or rejected. With `attempt` and `outcome`, it
   * continues after a shared call. Never rejects.
   */
  async run(
    group: readonly QueuedCommand[],
    attempt?: Attempt,
    outcome?: CommitOutcome,
  ): Promise<void> {
    let open = group;
    try {
      let sent = attempt && outcome && (await this.#clear(attempt, outcome));
      while (open.length > 0) {
        const done = await this.#untilDurable(open, sent);
        open = open.slice(done);
        sent = undefined;
      }
    } catch (error) {
      this.ledger.forget();
      for (const queued of open) queued.reject(error);
    }
  }

  /** Returns how many commands were answered. */
  async #untilDurable(group: readonly QueuedCommand[], before: Sent | undefined): Promise<number> {
    const course: Course = { taken: new Map(), conflicts: 0 };
    for (let number = 0; number < maximumAttempts; number += 1) {
      const sent = number === 0 && before ? before : await this.#attempt(group, course);
      if (sent !== null && (await this.#settle(sent, course))) return sent.attempt.group.length;
    }
    throw retryLater("service_busy", "Too many processes write to this workspace at once.", 1);
  }

  /** False if the group must run again. */
  async #settle({ attempt, outcome }: Sent, course: Course): Promise<boolean> {
    if (outcome.kind === "committed") {
      this.ledger.keep(attempt);
      settleGroup(attempt);
      return true;
    }
    this.ledger.forget();
    switch (outcome.kind) {
      case "exists":
        if (outcome.keys.every((key) => course.taken.has(keyText(key)))) {
          // The command claims a key that it knew was taken.
          await this.#isolate(attempt, outcome);
          return true;
        }
        for (const key of outcome.keys) course.taken.set(keyText(key), key);
        return false;
      case "rejected":
        if (isTreasuryError(outcome.cause) && outcome.cause.code === "storage_went_back") {
          throw this.ledger.stop(outcome.cause);
        }
        if (
          isTreasuryError(outcome.cause) &&
          (outcome.cause.code === "storage_moved" || outcome.cause.code === "storage_error")
        ) {
          throw outcome.cause;
        }
        // A stale account proves neither a fault nor a refusal.
        if (!attempt.isFresh) return false;
        await this.#isolate(attempt, outcome.cause);
        return true;
      case "conflict":
        course.conflicts += 1;
        await this.#giveWay(course.conflicts);
        return false;
    }
  }

  /** Null if a command requested documents that the next load includes. */
  async #attempt(group: readonly QueuedCommand[], course: Course): Promise<Sent | null> {
    const taken = [...course.taken.values()];
    if (this.goesAlone) return this.#attemptInTurn(group, taken);
    const attempt =
      (taken.length === 0 ? this.ledger.runOnCached(group) : null) ??
      (await this.#load(group, taken));
    return attempt && this.#send(attempt);
  }

  async #load(group: readonly QueuedCommand[], taken: readonly Key[]): Promise<Attempt | null> {
    const { storage, storageClock } = this.#parts;
    const request = this.ledger.requestFor(group, taken);
    const [snapshot] = await this.#slots.use(async () => {
      const observe = storageClock.beginLoad();
      const snapshots = await storage.load([request]);
      if (snapshots[0] !== undefined) observe(snapshots[0].storageNow);
      return snapshots;
    });
    return this.ledger.runOnLoaded(group, request, snapshot);
  }

  async #send(attempt: Attempt): Promise<Sent> {
    const { commit } = attempt;
    if (commit === null) return { attempt, outcome: { kind: "committed" } };
    const { storage, clock } = this.#parts;
    const outcome = await this.#slots.use(() => sendCommit(storage, clock, commit));
    return { attempt, outcome };
  }

  /** Waits for exclusive access. */
  async #attemptInTurn(
    group: readonly QueuedCommand[],
    taken: readonly Key[],
  ): Promise<Sent | null> {
    const { version } = this.ledger;
    const attempts: (Attempt | null)[] = [];
    const request = this.ledger.requestFor(group, taken);
    const outcome = await this.#slots.use(async () =>
      this.#parts.storage.exclusive?.(request, (snapshot) => {
        const hasCompany = version !== null && snapshot.head?.version !== version;
        this.#quietGroupsLeft = hasCompany ? quietGroupsAlone : this.#quietGroupsLeft - 1;
        const attempt = this.ledger.runOnLoaded(group, request, snapshot);
        attempts.push(attempt);
        return attempt?.commit ?? null;
      }),
    );
    const attempt = attempts.at(-1);
    if (attempt === undefined || outcome === undefined) {
      throw new TreasuryError(
        "storage_error",
        "The storage did not grant exclusive access to the workspace.",
      );
    }
    return attempt && this.#clear(attempt, outcome ?? { kind: "committed" });
  }

  async #clear(attempt: Attempt, outcome: CommitOutcome): Promise<Sent> {
    if (outcome.kind !== "unclear") return { attempt, outcome };
    const { commit } = attempt;
    if (commit === null) throw outcome.cause;
    const { storage, clock } = this.#parts;
    const settled = await this.#slots.use(() =>
      resendCommit(storage, clock, commit, outcome.cause),
    );
    return { attempt, outcome: settled };
  }

  /** Finds the rejected command by bisection, so that the others succeed. */
  async #isolate({ group, outcomes }: Attempt, cause: unknown): Promise<void> {
    if (group.length > 1) {
      const middle = Math.ceil(group.length / 2);
      await this.run(group.slice(0, middle));
      await this.run(group.slice(middle));
      return;
    }
    const [outcome] = outcomes;
    const refusal = new TreasuryError("storage_error", "The storage rejected the change.", {
      cause,
    });
    group[0]?.reject(outcome?.kind === "refused" ? outcome.error : refusal);
  }

  /** Takes exclusive turns if the storage supports them. Otherwise backs off. */
  async #giveWay(conflicts: number): Promise<void> {
    if (conflicts < conflictsInARow) return;
    if (this.#parts.storage.exclusive !== undefined) {
      this.#quietGroupsLeft = quietGroupsAlone;
      if (conflicts === conflictsInARow) return;
    }
    const ceiling = Math.min(maximumDelayMs, 2 ** conflicts);
    await this.#parts.clock.sleep(Math.random() * ceiling);
  }
}
