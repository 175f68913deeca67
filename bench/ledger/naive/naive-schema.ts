import type { Arena } from "../ledger-contestant.ts";
import { workspaceName } from "../ledger-contestant.ts";

/** A thousand million dollars, as in every workspace of the treasury. */
const startingBalanceMicros = "1000000000000000";

/**
 * Creates the tables of a hand-written ledger: accounts with totals, proposals, and chained
 * entries. Returns a function that counts the recorded spends.
 */
export async function installNaive(
  { monitor, load }: Arena,
  schema: string,
): Promise<() => Promise<number>> {
  await monitor.freshSchema(schema);
  await monitor.run(`
CREATE TABLE ${schema}.accounts (
  id TEXT PRIMARY KEY,
  balance_micros BIGINT NOT NULL,
  spent_today_micros BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  previous_hash TEXT NOT NULL,
  last_hash TEXT NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE ${schema}.proposals (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  status TEXT NOT NULL,
  amount_micros BIGINT NOT NULL,
  vendor TEXT NOT NULL,
  purpose TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE ${schema}.entries (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  sequence BIGINT NOT NULL,
  amount_micros BIGINT NOT NULL,
  balance_micros BIGINT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX ON ${schema}.entries (account_id, sequence);
INSERT INTO ${schema}.accounts
SELECT '${workspaceName(0).slice(0, -1)}' || number, ${startingBalanceMicros}, 0, 0, '', ''
FROM generate_series(0, ${load.workspaces - 1}) AS number;
`);
  return () => monitor.number(`SELECT count(*) FROM ${schema}.entries`);
}
