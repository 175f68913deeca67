import { isTreasuryError } from "@agent-treasury/provider";

/**
 * What an error says about the statement that met it:
 *
 * - `again`: nothing was written, and the same statement may do better in a moment;
 * - `read-only`: the same, by another connection, for this one leads to a standby;
 * - `refused`: nothing was written, because of a value in it;
 * - `failed`: nothing was written, and nothing will be until somebody mends it;
 * - `unclear`: nobody knows whether it was written.
 */
export type Meaning = "again" | "read-only" | "refused" | "failed" | "unclear";

/** What a statement's name meets on a connection that is not the one on which it was given. */
const ofAnotherConnection: readonly string[] = [
  "26000", // invalid_sql_statement_name
  "42P05", // duplicate_prepared_statement
];

const byState: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(ofAnotherConnection.map((state) => [state, "again" as const])),
  "25006": "read-only", // read_only_sql_transaction
  "40001": "again", // serialization_failure
  "40003": "unclear", // statement_completion_unknown
  "40P01": "again", // deadlock_detected
  "55P03": "again", // lock_not_available
  "57014": "again", // query_canceled, by a time limit or a person
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
  "57": "unclear", // operator intervention: the server goes, comes, or went down
  "58": "failed", // system error
  XX: "failed", // internal error, corrupted data
};

/**
 * The SQL state that the server sent, null when the error is the driver's or the network's own.
 * Some of those have a `code` that looks like one, for example `EPIPE`.
 */
export function sqlStateOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if (!("code" in error) || !("severity" in error)) return null;
  return typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** Whether a statement was named on another connection than the one that it went by. */
export function isOfAnotherConnection(error: unknown): boolean {
  return ofAnotherConnection.includes(sqlStateOf(error) ?? "");
}

/** Where nothing else is known it is `unclear`: sending a commit again does no harm. */
export function meaningOf(error: unknown): Meaning {
  // One of ours stopped the statement before it was sent.
  if (isTreasuryError(error)) return "failed";
  const state = sqlStateOf(error);
  if (state === null) return "unclear";
  return byState[state] ?? byClass[state.slice(0, 2)] ?? "unclear";
}
