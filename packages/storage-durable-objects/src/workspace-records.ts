import {
  type Commit,
  type CommitOutcome,
  type DocPage,
  type DueDoc,
  type DuePlace,
  type EntryPage,
  type EntryRewrite,
  type LoadRequest,
  type MoveState,
  type Snapshot,
  type StorageMoves,
  TreasuryError,
  type TurnLog,
  type View,
} from "@agent-treasury/provider";
import { allMovedError } from "@agent-treasury/provider/helpers";
import {
  type SqlConnection,
  commitOnce,
  encodeCommit,
  judge,
  loadSnapshot,
  loadView,
  purgeOnce,
  readDue,
  rewriteOnce,
  sqliteMoves,
  sqliteTurnLog,
} from "@agent-treasury/storage-sqlite/sql";
import { objectConnection } from "./object-connection.ts";
import { createSchema, hasSchema } from "./object-schema.ts";
import { OpenCopies } from "./open-copies.ts";
import type { ObjectStorage } from "./platform.ts";
import type { Stages } from "./workspace-calls.ts";

/** The records of one workspace in the SQLite of its object. Without a commit, it stays empty. */
export class WorkspaceRecords {
  readonly copies: OpenCopies;
  readonly turnLog: TurnLog;
  readonly moves: StorageMoves;
  readonly #storage: ObjectStorage;
  readonly #now: () => number;
  #connection: SqlConnection | null;

  constructor(storage: ObjectStorage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
    this.#connection = hasSchema(storage) ? this.#open() : null;
    this.copies = new OpenCopies(() => this.#connection, now);
    const read = async <Result>(work: (connection: SqlConnection) => Result): Promise<Result> => {
      const connection = this.#connection ?? this.#open();
      try {
        return work(connection);
      } catch (cause) {
        throw connection.movedError(cause) ?? cause;
      }
    };
    const log = sqliteTurnLog(read, read, now);
    this.moves = sqliteMoves(read, read);
    const isEmpty = (): boolean => this.#connection === null;
    this.turnLog = {
      ...log,
      read: async (...page) => (isEmpty() ? [] : log.read(...page)),
      erase: async (...turns) => (isEmpty() ? 0 : log.erase(...turns)),
      purge: async (...limit) => (isEmpty() ? 0 : log.purge(...limit)),
    };
  }

  load(request: LoadRequest): Snapshot {
    const storageNow = this.#now();
    if (this.#connection === null) return { ...nothing, found: [], claimed: [], storageNow };
    return loadSnapshot(this.#connection.statements, request, storageNow);
  }

  view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): View {
    const storageNow = this.#now();
    if (this.#connection === null) return { ...nothing, docs: [], entries: [], storageNow };
    return loadView(this.#connection.statements, workspaceId, docPage, entryPage, storageNow);
  }

  /** The outcome that a commit would have, without writing. */
  preview(commit: Commit): CommitOutcome {
    const known = this.#connection;
    let outcome: CommitOutcome | null = null;
    try {
      this.#storage.transactionSync(() => {
        outcome = this.commit(commit);
        throw undone;
      });
    } catch (error) {
      // The tables that the transaction created were rolled back.
      this.#connection = known;
      if (error !== undone) throw error;
    }
    return outcome ?? { kind: "conflict" };
  }

  commit(commit: Commit): CommitOutcome {
    const now = this.#now();
    const connection = this.#connection ?? this.#open();
    this.copies.keep(commit);
    try {
      const [outcome] = commitOnce(connection, [encodeCommit(commit, now)], now, judge);
      if (outcome !== undefined) return outcome;
      throw new Error("A commit has an outcome.");
    } catch (cause) {
      const moved = connection.movedError(cause);
      if (moved !== null) throw moved;
      if (connection.isRefusedRow(cause)) return { kind: "rejected", cause };
      throw asStorageError(cause);
    }
  }

  /**
   * Takes over the stages of the moves of all workspaces.
   *
   * @returns whether a stage changed, and whether a move that was given up removed the records.
   */
  async adopt(stages: Stages): Promise<Adopted> {
    let [isChanged, isEmptied] = [false, false];
    // A target that is receiving first removes what an earlier move left.
    for (const direction of ["in", "out"] as const) {
      const wanted = stages[direction];
      const present = this.#connection === null ? null : await this.moves.find(direction, null);
      if (present?.moveId === wanted?.moveId && present?.stage === wanted?.stage) continue;
      if (await this.#staysClosed(present, wanted)) continue;
      await this.moves.advance(direction, null, present, wanted);
      isChanged = true;
      isEmptied ||= wanted?.stage === "discarded" && present?.stage === "receiving";
    }
    return { isChanged, isEmptied };
  }

  /** Whether stages were missed, so that the rows may be stale or incomplete. */
  async #staysClosed(present: MoveState | null, wanted: MoveState | null): Promise<boolean> {
    if (present === null || present.moveId === wanted?.moveId) return false;
    // A target that receives has removed the rows and this record.
    if (present.stage === "moved") {
      if (wanted === null) return true;
      throw allMovedError();
    }
    if (present.stage !== "receiving") return false;
    const totals = Object.values(await this.moves.totals(null));
    return totals.some(([count]) => count !== "0");
  }

  /** Prepares a write of a mover, whose attempts are numbered for all objects together. */
  beginAttempt(moveId: string, attempt: number): void {
    this.#storage.sql.exec(
      `UPDATE moves SET step = ? WHERE direction = 'in' AND workspace_id = ''
      AND move_id = ? AND step < ?`,
      attempt,
      moveId,
      attempt,
    );
  }

  /** Whether a move keeps others from writing. */
  isClosed(): boolean {
    const { sql } = this.#storage;
    const found = sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'moves'").toArray();
    if (found.length === 0) return false;
    const text = "SELECT 1 FROM moves WHERE stage IN ('closed', 'moved', 'receiving')";
    return sql.exec(text).toArray().length > 0;
  }

  /** Whether a move of all workspaces writes here. */
  async isReceiving(): Promise<boolean> {
    return this.isClosed() && (await this.moves.find("in", null))?.stage === "receiving";
  }

  due(
    until: number,
    after: DuePlace | null,
    limit: number,
    kinds: readonly string[],
  ): readonly DueDoc[] {
    if (this.#connection === null) return [];
    return readDue(this.#connection.statements, until, after, limit, kinds);
  }

  /** The earliest due time, null without one. */
  dueAt(): number | null {
    if (this.#connection === null || this.isClosed()) return null;
    const text = "SELECT min(due_at) AS at FROM documents WHERE due_at IS NOT NULL";
    const [row] = this.#storage.sql.exec(text).toArray();
    return (row as { readonly at: number | null }).at;
  }

  /** The kinds of open documents. */
  openKinds(): readonly string[] {
    if (this.#connection === null) return [];
    const text = "SELECT DISTINCT kind FROM documents WHERE is_open = 1";
    const rows = this.#storage.sql.exec(text).toArray();
    return rows.map((row) => (row as { readonly kind: string }).kind);
  }

  /** Waits for open copies, whose documents must remain. */
  purge(until: number, limit: number): number {
    if (this.#connection === null || this.copies.count > 0) return 0;
    return purgeOnce(this.#connection, until, limit);
  }

  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): number {
    if (this.#connection === null) return 0;
    // Otherwise a copy would have bodies of two moments.
    this.copies.endAll();
    try {
      return rewriteOnce(this.#connection, workspaceId, rewrites);
    } catch (cause) {
      throw this.#connection.movedError(cause) ?? cause;
    }
  }

  #open(): SqlConnection {
    createSchema(this.#storage);
    this.#connection = objectConnection(this.#storage);
    return this.#connection;
  }
}

interface Adopted {
  readonly isChanged: boolean;
  readonly isEmptied: boolean;
}

/** Rolls a transaction back. */
const undone = new Error("The transaction was undone.");

const nothing = { head: null, open: [] };

function asStorageError(cause: unknown): TreasuryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new TreasuryError(
    "storage_error",
    `The workspace's Durable Object could not be written: ${reason}`,
    { cause },
  );
}
