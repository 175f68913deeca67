import pg from "pg";
import { type LedgerContestant, workspaceName } from "../ledger-contestant.ts";
import { installNaive } from "./naive-schema.ts";

/** A hand-written ledger: how one spend is recorded on a pool. Statements are named, so planned once. */
export function naiveContestant(
  name: string,
  schema: string,
  spend: (pool: pg.Pool, accountId: string) => Promise<void>,
): LedgerContestant {
  return {
    name,
    isTuned: true,
    install: (arena) => installNaive(arena, schema),
    open: async ({ database }, connections) => {
      const pool = new pg.Pool({ connectionString: database.url, max: connections ?? 10 });
      pool.on("error", () => {});
      return {
        spend: (workspace) => spend(pool, workspaceName(workspace)),
        close: () => pool.end(),
      };
    },
  };
}
