import pg from "pg";
import { type LedgerContestant, type OpenLedger, workspaceName } from "../ledger-contestant.ts";
import { installNaive } from "./naive-schema.ts";

/** Records one spend with named statements, so that the server plans them once. */
export type NaiveSpending = (pool: pg.Pool, accountId: string) => Promise<void>;

/** A hand-written ledger on its own tables. */
export function naiveContestant(
  name: string,
  schema: string,
  spend: NaiveSpending,
): LedgerContestant {
  return {
    name,
    isTuned: true,
    install: (arena) => installNaive(arena, schema),
    open: async ({ database }, connections) => openNaive(database.url, connections ?? 10, spend),
  };
}

/** Opens a hand-written ledger on existing tables. */
export function openNaive(url: string, connections: number, spend: NaiveSpending): OpenLedger {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  pool.on("error", () => {});
  return {
    spend: (workspace) => spend(pool, workspaceName(workspace)),
    close: () => pool.end(),
  };
}
