import { isTreasuryError } from "@agent-treasury/provider";

/**
 * The effect of an error on its statement:
 *
 * - `again`: nothing was written, and a retry may succeed;
 * - `read-only`: the same, but on another connection, because this one leads to a standby;
 * - `refused`: nothing was written, because of one of its values;
 * - `failed`: nothing was written, and a retry will fail until the cause is corrected;
 * - `unclear`: it is unknown whether it was written.
 */
export type Meaning = "again" | "read-only" | "refused" | "failed" | "unclear";

/** A statement name of a different server connection. */
const ofAnotherConnection: readonly string[] = [
  "26000", // invalid_sql_statement_name
  "42P05", // duplicate_prepared_statement
];

const byState: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(ofAnotherConnection.map((state) => [state, "again" as const])),
  "25006": "read-only", // read_only_sql_transaction
  "25P03": "again", // idle_in_transaction_session_timeout, which occurs only between statements
  "25P04": "unclear", // transaction_timeout, which can also occur directly after a commit
  "40001": "again", // serialization_failure
  "40003": "unclear", // statement_completion_unknown
  "40P01": "again", // deadlock_detected
  "55P03": "again", // lock_not_available
  "57014": "again", // query_canceled, by a timeout or an administrator
};

const byClass: Readonly<Record<string, Meaning>> = {
  "08": "unclear", // connection exception
  "0A": "failed", // feature not supported
  "21": "refused", // cardinality violation
  "22": "refused", // data exception
  "23": "refused", // integrity constraint violation
  "25": "failed", // invalid transaction state
  "28": "failed", // invalid authorization
  "3D": "failed", // invalid catalog name
  "3F": "failed", // invalid schema name
  "42": "failed", // syntax error or access rule violation
  "53": "again", // insufficient resources: disk, memory, connections
  "54": "refused", // program limit exceeded, for example by a key
  "57": "unclear", // operator intervention: the server stops or starts
  "58": "failed", // system error
  XX: "failed", // internal error, corrupted data
};

/**
 * Null for errors of the driver or the network. Some of those have a similar `code`, for example
 * `EPIPE`.
 */
export function sqlStateOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if (!("code" in error) || !("severity" in error)) return null;
  return typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

export function isOfAnotherConnection(error: unknown): boolean {
  return ofAnotherConnection.includes(sqlStateOf(error) ?? "");
}

/** Unknown errors are `unclear`, because a commit can safely be sent again. */
export function meaningOf(error: unknown): Meaning {
  // Our own errors occur before the statement is sent.
  if (isTreasuryError(error)) return "failed";
  const state = sqlStateOf(error);
  if (state === null) return "unclear";
  return byState[state] ?? byClass[state.slice(0, 2)] ?? "unclear";
}
