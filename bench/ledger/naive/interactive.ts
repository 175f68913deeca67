import type { LedgerContestant } from "../ledger-contestant.ts";
import { naiveContestant } from "./naive-contestant.ts";
import { type AccountRow, decideNaively } from "./naive-rules.ts";

const schema = "interactive";

/** What most apps do: a transaction for each spend, which locks the account, decides, and writes. */
export function interactiveLedger(name: string): LedgerContestant {
  const lock = `SELECT balance_micros, spent_today_micros, sequence, last_hash
    FROM ${schema}.accounts WHERE id = $1 FOR UPDATE`;
  const propose = `INSERT INTO ${schema}.proposals VALUES ($1, $2, 'executed', $3, $4, $5, now())`;
  const append = `INSERT INTO ${schema}.entries VALUES ($1, $2, $3, -$4::bigint, $5, $6, $7, now())`;
  const move = `UPDATE ${schema}.accounts SET balance_micros = $2, sequence = $3, last_hash = $4,
    spent_today_micros = spent_today_micros + $5 WHERE id = $1`;
  return naiveContestant(name, schema, async (pool, accountId) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const locked = { name: "lock", text: lock, values: [accountId] };
      const { rows } = await client.query<AccountRow>(locked);
      if (rows[0] === undefined) throw new Error("The account is missing.");
      const spend = decideNaively(rows[0]);
      const { id, amount, vendor, purpose, sequence, balance, previousHash, hash } = spend;
      const proposal = [id, accountId, amount, vendor, purpose];
      await client.query({ name: "propose", text: propose, values: proposal });
      const entry = [id, accountId, sequence, amount, balance, previousHash, hash];
      await client.query({ name: "append", text: append, values: entry });
      const account = [accountId, balance, sequence, hash, amount];
      await client.query({ name: "move", text: move, values: account });
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  });
}
