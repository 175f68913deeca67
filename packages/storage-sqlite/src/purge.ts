import type { Connection } from "./connection.ts";

const commitIdLifetimeMs = 86_400_000;

export function purgeOnce({ statements }: Connection, now: number, limit: number): number {
  statements.beginWrite.run();
  try {
    let removed = 0;
    const purges = [
      [statements.purgeClaims, now],
      [statements.purgeDocs, now],
      [statements.purgeCommits, now - commitIdLifetimeMs],
    ] as const;
    for (const [statement, before] of purges) {
      if (removed < limit) removed += Number(statement.run(before, limit - removed).changes);
    }
    statements.commit.run();
    return removed;
  } catch (error) {
    statements.rollback.run();
    throw error;
  }
}
