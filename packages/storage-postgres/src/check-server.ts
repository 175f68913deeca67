import { TreasuryError } from "@agent-treasury/provider";
import { sendOn } from "./ask.ts";
import type { PostgresClient } from "./postgres-client.ts";
import { databaseError } from "./postgres-error.ts";

/** The error of a server that is read-only, and may become the primary later. */
export class StandbyError extends TreasuryError {
  constructor(problem: string) {
    super("storage_error", databaseError(problem).message);
  }
}

/**
 * The message writes to the log, so with synchronous replication the statement waits until the
 * standby has everything that this connection can read. After a crash, the server would otherwise
 * return commits that a failover loses.
 */
const question = `SELECT pg_is_in_recovery()::text, current_setting('transaction_read_only'),
  current_setting('synchronous_commit'), current_setting('server_encoding'),
  (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint::text,
  CASE WHEN NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
    THEN pg_logical_emit_message(true, 'agent-treasury', '')::text END`;

/**
 * Returns a text that changes if the server restarts or another one takes its place.
 *
 * @throws TreasuryError if the server could lose commits or change text.
 */
export async function checkServer(client: PostgresClient, timeoutMs: number): Promise<string> {
  const [row = []] = await sendOn(client, question, [], timeoutMs);
  const [inRecovery, readOnly, synchronousCommit, encoding, server] = row;
  if (inRecovery === "true") {
    throw new StandbyError("is a standby, which is read-only: connect to the primary");
  }
  if (readOnly === "on") {
    const remedy = "connect to the primary, and set default_transaction_read_only to off";
    throw new StandbyError(`is read-only: ${remedy}`);
  }
  if (synchronousCommit === "off") {
    throw databaseError("confirms commits before they are on disk: set synchronous_commit to on");
  }
  if (encoding === "UTF8") return server ?? "";
  throw databaseError("does not store text in UTF-8: create a database that does");
}
