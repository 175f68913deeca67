import type { Commit } from "@agent-treasury/provider";
import type { ObjectState } from "./platform.ts";
import type { IndexCalls, Reported } from "./workspace-calls.ts";
import type { WorkspaceRecords } from "./workspace-records.ts";

/** After a commit, for work without a due time, such as deliveries that a restart interrupted. */
export const housekeepingMs = 3_600_000;
/** Until an alarm repeats work that failed or was interrupted. */
export const retryMs = 30_000;

/** Enters the workspace in the index, and takes over the stages of moves. */
type Report = (...report: Parameters<IndexCalls["report"]>) => Promise<
  Reported & {
    /** A move that was given up removed the records. */
    readonly isEmptied: boolean;
  }
>;

/** When an object has to wake, and what the index knows of it. */
export class Agenda {
  readonly #storage: ObjectState["storage"];
  readonly #records: Pick<WorkspaceRecords, "dueAt" | "openKinds">;
  readonly #report: Report;
  /** Null if no alarm is set. */
  #alarmAt: number | null = null;
  /** The earliest time for which an alarm was wanted since the last one began. */
  #wantedAt = Number.POSITIVE_INFINITY;
  /** Whether the documents were read, and none is due, since the object started. */
  #hasNothingDue = false;
  /** Kinds of open documents that the index certainly has. Null before the workspace is entered. */
  #reported: ReadonlySet<string> | null = null;
  /** Those of the newest report, which may be in flight. */
  #wanted: ReadonlySet<string> = new Set();
  #reporting: Promise<void> | null = null;
  /** The number of the newest report. */
  #number = 0;

  constructor(
    ctx: ObjectState,
    records: Pick<WorkspaceRecords, "dueAt" | "openKinds">,
    report: Report,
  ) {
    this.#storage = ctx.storage;
    this.#records = records;
    this.#report = report;
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm();
    });
  }

  /** Whether the index has the workspace, and the kinds that a commit opens. */
  isAnnounced(commit: Commit): boolean {
    const known = this.#reported;
    return known !== null && kindsOpened(commit).every((kind) => known.has(kind));
  }

  /**
   * Enters a workspace in the index before its first commit, and before a kind has its first open
   * document. Commit in the same synchronous block as `isAnnounced`.
   */
  async announce(commit: Commit): Promise<void> {
    const kinds = kindsOpened(commit);
    if (this.#reporting !== null && kinds.every((kind) => this.#wanted.has(kind))) {
      return this.#reporting;
    }
    return this.enter(commit.workspaceId, kinds);
  }

  /** Whether the index has the workspace. */
  get isEntered(): boolean {
    return this.#reported !== null;
  }

  /** Enters a workspace in the index with a report that is sent after this call. */
  enter(workspaceId: string, kinds: readonly string[] = []): Promise<void> {
    const open = this.#records.openKinds();
    return this.#reportKinds(workspaceId, new Set([...open, ...this.#wanted, ...kinds]));
  }

  /** Drops kinds without an open document from the index, after a commit that closed some. */
  async withdraw({ workspaceId, put }: Commit): Promise<void> {
    if (!put.some(({ open, kind }) => !open && this.#wanted.has(kind))) return;
    try {
      const open = new Set(this.#records.openKinds());
      if ([...this.#wanted].every((kind) => open.has(kind))) return;
      await this.#reportKinds(workspaceId, open);
    } catch {
      // The commit is durable, and the next report corrects this one.
    }
  }

  /** Sets the alarm for a commit. Call it in the same synchronous block. */
  arm({ put, create }: Commit, withinMs: number): void {
    const times = [...put, ...create].flatMap(({ dueAt }) => dueAt ?? []);
    this.#armAt(Math.min(Date.now() + withinMs, ...times));
  }

  /** Removes a workspace from the index, because its records were removed. */
  leave(workspaceId: string): Promise<void> {
    // An earlier report does not count as the newest.
    this.#number += 1;
    [this.#reported, this.#wanted] = [null, new Set()];
    return this.#inTurn(() => this.#remove(workspaceId));
  }

  /** Sets an alarm after a change of the records that was no commit. */
  wake(withinMs: number): void {
    this.#armAt(Date.now() + withinMs);
  }

  /** Sets a missing alarm again. */
  restore(): void {
    if (this.#alarmAt !== null || this.#hasNothingDue) return;
    const dueAt = this.#records.dueAt();
    this.#hasNothingDue = dueAt === null;
    if (dueAt !== null) this.#armAt(dueAt);
  }

  /**
   * Does the work of an alarm. The alarm that repeats it is set first, because the platform gives up
   * an alarm that fails often.
   */
  async alarm(work: () => Promise<void>): Promise<void> {
    this.#wantedAt = Number.POSITIVE_INFINITY;
    this.#setAlarm(Date.now() + retryMs);
    await work();
    const next = Math.min(this.#wantedAt, this.#records.dueAt() ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) {
      this.#alarmAt = null;
      void this.#storage.deleteAlarm();
      return;
    }
    // Work that stays due failed.
    this.#setAlarm(next <= Date.now() ? Date.now() + retryMs : next);
  }

  #reportKinds(workspaceId: string, kinds: ReadonlySet<string>): Promise<void> {
    this.#wanted = kinds;
    // Kinds that this report drops must be announced again.
    this.#reported &&= new Set([...this.#reported].filter((kind) => kinds.has(kind)));
    this.#number += 1;
    const number = this.#number;
    return this.#inTurn(() => this.#send(workspaceId, kinds, number));
  }

  /** Otherwise an answer with older stages, or an older state of the index, could come last. */
  #inTurn(send: () => Promise<void>): Promise<void> {
    const before = this.#reporting?.catch(() => {}) ?? Promise.resolve();
    const reporting = before.then(send).finally(() => {
      if (this.#reporting === reporting) this.#reporting = null;
    });
    this.#reporting = reporting;
    return reporting;
  }

  async #remove(workspaceId: string): Promise<void> {
    await this.#report(workspaceId, this.#number, null);
  }

  async #send(workspaceId: string, kinds: ReadonlySet<string>, number: number): Promise<void> {
    const { isEntered, newest, isEmptied } = await this.#report(workspaceId, number, [...kinds]);
    if (isEmptied) {
      [this.#reported, this.#wanted] = [null, new Set()];
      return this.#remove(workspaceId);
    }
    // Before a restart, the object may have sent higher numbers.
    const isNewest = number === this.#number;
    this.#number = Math.max(this.#number, newest);
    if (isEntered && isNewest) this.#reported = kinds;
  }

  #armAt(at: number): void {
    this.#hasNothingDue = false;
    this.#wantedAt = Math.min(this.#wantedAt, at);
    if (this.#alarmAt === null || at < this.#alarmAt) this.#setAlarm(at);
  }

  #setAlarm(at: number): void {
    this.#alarmAt = at;
    // Durable with the writes of the same block.
    void this.#storage.setAlarm(at);
  }
}

function kindsOpened({ put, create }: Commit): readonly string[] {
  return [...put, ...create].filter(({ open }) => open).map(({ kind }) => kind);
}
