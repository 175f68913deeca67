/**
 * All reading statements return rows of one shape, so that one statement can read several tables at
 * one moment: the row's kind, the workspace, and up to eight columns as text, which preserves
 * `bigint` values.
 */
export const headColumns =
  "version::text, epoch::text, sequence::text, last_hash, account, NULL, NULL, NULL";

/** Adds the id of the commit that made the version, which is removed after a day. */
export function madeHeadColumns(schema: string, heads: string): string {
  const made = `(SELECT id FROM ${schema}.commits WHERE commits.workspace_id = ${heads}.workspace_id
    AND commits.version = ${heads}.version)`;
  return headColumns.replace("NULL", made);
}

export const entryColumns =
  "sequence::text, epoch::text, amount_micros::text, balance_micros::text, previous_hash, hash, body, NULL";

export const docColumns =
  "kind, id, epoch::text, ordinal::text, is_open::text, due_at::text, expires_at::text, body";

export const claimColumns = "kind, id, NULL, NULL, NULL, NULL, NULL, NULL";

/** A given time, by default the database's, which all processes share. */
export function clock(parameter: string): string {
  return `coalesce(${parameter}::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;
}

export function clockRow(parameter: string): string {
  return `SELECT 'now', NULL, ${clock(parameter)}::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL`;
}

/** JSON texts as lines, because JSON contains no line breaks but many quotes to escape. */
export function lines(parameter: string): string {
  return `string_to_array(${parameter}::text, E'\\n')`;
}

/** Hides a value from the planner, in generic and in custom plans. */
export function later(value: string): string {
  return `(SELECT ${value})`;
}
