import type { CommitOutcome, TreasuryError } from "@agent-treasury/provider";
import type { SqlStatement } from "./sql-statement.ts";
import type { Statements } from "./statements.ts";

/** A connection to SQLite whose calls are synchronous. */
export interface SqlConnection {
  readonly statements: Statements;

  /** Prepares a statement for one use. */
  prepare(text: string): SqlStatement;

  /** Runs statements without values. */
  execute(text: string): void;

  /** Selects an integer of 64 bits under a name; its own by default. */
  selectInteger(expression: string, name?: string): string;

  /** Runs reads at one moment. */
  reading<Result>(work: () => Result): Result;

  /** Runs one transaction, with the write lock from its beginning. Throws if nothing was written. */
  writing<Result>(work: () => Result): Result;

  /**
   * Runs the transaction of a commit. Throws if nothing was written.
   *
   * @param writes whether it needs the write lock.
   * @returns `landed`: whether the transaction is durable, or whether that is `unclear`.
   */
  committing<Result>(
    writes: boolean,
    work: () => Result,
  ): { readonly result: Result; readonly landed: CommitOutcome };

  /** Whether SQLite or its binding refused the values of one commit. */
  isRefusedRow(error: unknown): boolean;

  /** The error of a workspace that was moved, if a move refused the write. */
  movedError(error: unknown): TreasuryError | null;

  /** Called after each commit that changed the database. */
  noteCommit?(): void;

  /** Overwrites replaced text that the database still contains. */
  overwriteReplaced?(): void;
}
