import type { LedgerContestant } from "../ledger-contestant.ts";
import { naiveContestant } from "./naive-contestant.ts";
import { amountMicros, naiveVendor, newProposal } from "./naive-rules.ts";

const schema = "single_statement";

/** One statement per spend, with rules, chain and rows in the database. */
export function singleStatement(name: string): LedgerContestant {
  const text = `WITH account AS (
    UPDATE ${schema}.accounts SET balance_micros = balance_micros - $3::bigint,
      spent_today_micros = spent_today_micros + $3, sequence = sequence + 1,
      previous_hash = last_hash, last_hash = encode(sha256(convert_to(
        concat_ws('|', last_hash, sequence + 1, $3, $2::text, $4::text, $5::text), 'UTF8')), 'hex')
    WHERE id = $1 AND balance_micros - $3 >= 0
      AND spent_today_micros + $3 <= 1000000000000000
    RETURNING *
  ), proposed AS (
    INSERT INTO ${schema}.proposals SELECT $2, id, 'executed', $3, $4, $5, now() FROM account
  ) INSERT INTO ${schema}.entries
    SELECT $2, id, sequence, -$3, balance_micros, previous_hash, last_hash, now() FROM account`;
  return naiveContestant(name, schema, async (pool, accountId) => {
    const { id, purpose } = newProposal();
    const values = [accountId, id, amountMicros.toString(), naiveVendor, purpose];
    const { rowCount } = await pool.query({ name: "spend", text, values });
    if (rowCount !== 1) throw new Error("The spend exceeds a cap.");
  });
}
