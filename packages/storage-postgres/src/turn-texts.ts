import { clock, lines } from "./columns.ts";

export type TurnTexts = Readonly<Record<"append" | "read" | "before" | "remove" | "purge", string>>;

export function turnTexts(schema: string): TurnTexts {
  return {
    append: appendText(schema),
    read: `SELECT sequence::text, body FROM ${schema}.turn_records
  WHERE workspace_id = $1 AND turn_id = $2 AND sequence > $3::bigint
  ORDER BY turn_records.sequence LIMIT $4::bigint`,
    before: `SELECT turn_id FROM ${schema}.turn_records AS newest
  WHERE workspace_id = $1 AND appended_at < $2::bigint AND ${newestOf(schema)} LIMIT $3::bigint`,
    remove: `WITH gone AS (
  DELETE FROM ${schema}.turn_records WHERE workspace_id = $1 AND turn_id = ANY($2::text[])
  RETURNING 1
)
SELECT count(*)::text FROM gone`,
    purge: purgeText(schema),
  };
}

/**
 * Returns how many records it wrote, and how many of them already existed.
 *
 * Locks the record that it appends after, so that a turn is erased either completely or not at all.
 * If two appends use the same sequence, the second fails with a duplicate key, and its retry finds
 * the records of the first.
 */
function appendText(schema: string): string {
  return `WITH asked AS (
  SELECT $4::bigint + place AS sequence, body
  FROM unnest(${lines("$7")}) WITH ORDINALITY AS asked (body, place)
), previous AS MATERIALIZED (
  SELECT sequence FROM ${schema}.turn_records
  WHERE workspace_id = $1 AND turn_id = $2 AND sequence = $4::bigint FOR KEY SHARE
), there AS MATERIALIZED (
  SELECT sequence, writer, body FROM ${schema}.turn_records
  WHERE workspace_id = $1 AND turn_id = $2 AND sequence > $4::bigint
  ORDER BY sequence LIMIT (SELECT count(*) FROM asked)
), appended AS (
  INSERT INTO ${schema}.turn_records
    (workspace_id, turn_id, sequence, writer, appended_at, expires_at, body)
  SELECT $1, $2, sequence, $3, ${clock("$6")}, $5::bigint, body FROM asked
  WHERE NOT EXISTS (SELECT FROM there) AND ($4::bigint = 0 OR EXISTS (SELECT FROM previous))
  ORDER BY sequence
  RETURNING 1
)
SELECT (SELECT count(*) FROM appended)::text,
  (SELECT count(*) FROM there JOIN asked USING (sequence, body) WHERE there.writer = $3)::text`;
}

/** The age of a turn is that of its newest record. */
function newestOf(schema: string): string {
  return `sequence = (SELECT max(sequence) FROM ${schema}.turn_records AS any_record
    WHERE any_record.workspace_id = newest.workspace_id AND any_record.turn_id = newest.turn_id)`;
}

/** Skips turns with locked records. */
function purgeText(schema: string): string {
  return `WITH old_turns AS MATERIALIZED (
  SELECT workspace_id, turn_id FROM ${schema}.turn_records AS newest
  WHERE expires_at < $1::bigint AND ${newestOf(schema)}
  LIMIT $2::bigint FOR UPDATE SKIP LOCKED
), old_records AS MATERIALIZED (
  SELECT workspace_id, turn_id, sequence
  FROM old_turns JOIN ${schema}.turn_records USING (workspace_id, turn_id)
  ORDER BY workspace_id, turn_id, sequence LIMIT $2::bigint
), gone AS (
  DELETE FROM ${schema}.turn_records USING old_records
  WHERE turn_records.workspace_id = old_records.workspace_id
  AND turn_records.turn_id = old_records.turn_id
  AND turn_records.sequence = old_records.sequence
  RETURNING 1
)
SELECT count(*)::text FROM gone`;
}
