import type { Statements } from "./statements.ts";

/** One transaction, so one moment. */
export function reading<Result>(statements: Statements, work: () => Result): Result {
  statements.beginRead.run();
  try {
    return work();
  } finally {
    rollBack(statements);
  }
}

/** Acquires the write lock first. Throws if nothing was written. */
export function writing<Result>(statements: Statements, work: () => Result): Result {
  statements.beginWrite.run();
  try {
    const result = work();
    statements.commit.run();
    return result;
  } catch (error) {
    rollBack(statements);
    throw error;
  }
}

export function rollBack(statements: Statements): void {
  try {
    statements.rollback.run();
  } catch {
    // SQLite has already rolled back, for example because the disk is full.
  }
}
