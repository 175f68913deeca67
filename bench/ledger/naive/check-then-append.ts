import type { LedgerContestant } from "../ledger-contestant.ts";
import { naiveContestant } from "./naive-contestant.ts";
import { type AccountRow, decideNaively } from "./naive-rules.ts";

const schema = "check_then_append";

/**
 * A common mistake: read, decide, then append in a separate statement. Two concurrent callers both
 * pass the check, so that caps are exceeded and the chain forks.
 */
export function checkThenAppend(name: string): LedgerContestant {
  const look = `SELECT balance_micros, spent_today_micros, sequence, last_hash
    FROM ${schema}.accounts WHERE id = $1`;
  const append = `WITH proposed AS (
    INSERT INTO ${schema}.proposals VALUES ($1, $2, 'executed', $4, $8, $9, now())
  ), appended AS (
    INSERT INTO ${schema}.entries VALUES ($1, $2, $3, -$4::bigint, $5, $6, $7, now())
  ) UPDATE ${schema}.accounts SET balance_micros = balance_micros - $4,
    spent_today_micros = spent_today_micros + $4, sequence = $3, last_hash = $7 WHERE id = $2`;
  return naiveContestant(name, schema, async (pool, accountId) => {
    const looked = { name: "look", text: look, values: [accountId] };
    const { rows } = await pool.query<AccountRow>(looked);
    if (rows[0] === undefined) throw new Error("The account is missing.");
    const { id, amount, vendor, purpose, sequence, balance, previousHash, hash } = decideNaively(
      rows[0],
    );
    const written = [id, accountId, sequence, amount, balance, previousHash, hash, vendor, purpose];
    await pool.query({ name: "append", text: append, values: written });
  });
}

/** The share of entries, 0 to 1, with a place in the chain that another entry has too. */
export const forkedShare = `SELECT 1 - count(DISTINCT (account_id, sequence))::float8
  / greatest(count(*), 1) FROM ${schema}.entries`;
