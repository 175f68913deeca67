/**
 * Every reading statement gives rows of one shape, so that several tables fit into one statement and
 * so into one moment: what the row is, the workspace, and up to eight columns, all as text. A
 * `bigint` loses nothing that way.
 */
export const headColumns =
  "version::text, epoch::text, sequence::text, last_hash, account, NULL, NULL, NULL";

export const entryColumns =
  "sequence::text, epoch::text, amount_micros::text, balance_micros::text, previous_hash, hash, body, NULL";

export const docColumns =
  "kind, id, epoch::text, ordinal::text, is_open::text, due_at::text, expires_at::text, body";

export const claimColumns = "kind, id, NULL, NULL, NULL, NULL, NULL, NULL";

/**
 * The storage's clock, milliseconds since 1970: what the app gives in place of it, or the database's,
 * which all processes share.
 */
export function clock(parameter: string): string {
  return `coalesce(${parameter}::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;
}

/** The row that tells the time. */
export function clockRow(parameter: string): string {
  return `SELECT 'now', NULL, ${clock(parameter)}::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL`;
}

/** An array of JSON texts, sent as lines: JSON has no line breaks, and many quotes to escape. */
export function lines(parameter: string): string {
  return `string_to_array(${parameter}::text, E'\\n')`;
}

/** A value that the planner does not see, whether or not it plans for the values at hand. */
export function later(value: string): string {
  return `(SELECT ${value})`;
}
