import type { Connection } from "./connection.ts";

const commitIdLifetimeMs = 86_400_000;

export function sweepOnce({ statements }: Connection, now: number, limit: number): number {
  statements.beginWrite.run();
  try {
    let removed = 0;
    const sweeps = [
      [statements.sweepClaims, now],
      [statements.sweepDocs, now],
      [statements.sweepCommits, now - commitIdLifetimeMs],
    ] as const;
    for (const [statement, before] of sweeps) {
      if (removed < limit) removed += Number(statement.run(before, limit - removed).changes);
    }
    statements.commit.run();
    return removed;
  } catch (error) {
    statements.rollback.run();
    throw error;
  }
}
