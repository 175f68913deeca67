import { TreasuryError } from "@agent-treasury/provider";
import { type Row, ask } from "./ask.ts";
import type { PostgresPool } from "./postgres-pool.ts";

const question = `SELECT pg_is_in_recovery()::text, current_setting('transaction_read_only'),
  current_setting('synchronous_commit'), current_setting('server_encoding')`;

/** Rejects a server that could lose commits or change text. */
export async function checkServer(pool: PostgresPool): Promise<void> {
  const [row] = await ask(pool, question);
  const problem = row === undefined ? "did not return its settings" : problemOf(row);
  if (problem === null) return;
  throw new TreasuryError("storage_error", `The PostgreSQL database ${problem}.`);
}

function problemOf([inRecovery, readOnly, synchronousCommit, encoding]: Row): string | null {
  if (inRecovery !== "false") return "is a standby, which is read-only: connect to the primary";
  if (readOnly !== "off") {
    return "is read-only: connect to the primary, and set default_transaction_read_only to off";
  }
  if (synchronousCommit === "off") {
    return "confirms commits before they are on disk: set synchronous_commit to on";
  }
  return encoding === "UTF8" ? null : "does not store text in UTF-8: create a database that does";
}
