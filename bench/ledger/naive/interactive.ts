import type pg from "pg";
import type { LedgerContestant, OpenLedger } from "../ledger-contestant.ts";
import { type NaiveSpending, naiveContestant, openNaive } from "./naive-contestant.ts";
import { type AccountRow, decideNaively } from "./naive-rules.ts";

/** The usual way: one transaction per spend that locks the account, decides, and writes. */
export function interactiveLedger(name: string): LedgerContestant {
  return naiveContestant(name, "interactive", spendIn("interactive"));
}

/** Opens it on existing tables. */
export function openInteractive(url: string, schema: string, connections: number): OpenLedger {
  return openNaive(url, connections, spendIn(schema));
}

function spendIn(schema: string): NaiveSpending {
  const statements = statementsIn(schema);
  return (pool, accountId) => spend(pool, statements, accountId);
}

type Statements = Readonly<Record<"lock" | "propose" | "append" | "move", string>>;

function statementsIn(schema: string): Statements {
  return {
    lock: `SELECT balance_micros, spent_today_micros, sequence, last_hash
      FROM ${schema}.accounts WHERE id = $1 FOR UPDATE`,
    propose: `INSERT INTO ${schema}.proposals VALUES ($1, $2, 'executed', $3, $4, $5, now())`,
    append: `INSERT INTO ${schema}.entries VALUES ($1, $2, $3, -$4::bigint, $5, $6, $7, now())`,
    move: `UPDATE ${schema}.accounts SET balance_micros = $2, sequence = $3, last_hash = $4,
      spent_today_micros = spent_today_micros + $5 WHERE id = $1`,
  };
}

/** Every statement is named, so that the server plans it once per connection. */
async function spend(pool: pg.Pool, statements: Statements, accountId: string): Promise<void> {
  const client = await pool.connect();
  const ask = (name: keyof Statements, values: string[]): Promise<pg.QueryResult<AccountRow>> =>
    client.query<AccountRow>({ name, text: statements[name], values });
  try {
    await client.query("BEGIN");
    const { rows } = await ask("lock", [accountId]);
    if (rows[0] === undefined) throw new Error("The account is missing.");
    const decided = decideNaively(rows[0]);
    const { id, amount, vendor, purpose, sequence, balance, previousHash, hash } = decided;
    await ask("propose", [id, accountId, amount, vendor, purpose]);
    await ask("append", [id, accountId, sequence, amount, balance, previousHash, hash]);
    await ask("move", [accountId, balance, sequence, hash, amount]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
