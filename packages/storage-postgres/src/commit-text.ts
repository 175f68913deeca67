import { clock, later, lines } from "./columns.ts";

/**
 * Evaluates and commits any number of workspaces independently, in one statement. Parameters: $1 to
 * $8 are the commits and their next heads, $9 to $16 entries, $17 to $26 documents, $27 the clock,
 * $28 to $31 claims.
 *
 * Heads at the expected versions are locked first, then rows of the next versions are inserted into
 * `commits`, both in the order of workspaces. The statement waits for no other rows, and a
 * transaction that waits at `commits` waits for no head, so processes cannot deadlock. Reads use
 * the statement's snapshot, which is current if the head could be locked at that version. Without a
 * head, the row in `commits` decides.
 *
 * Rows of tables that grow with the ledger are looked up individually by scalar subqueries, so that
 * even a plan made for empty tables scans none. A division by zero fails the statement if a head
 * did not change with its commit. This happens if a row of `commits` was purged by a clock that is
 * days ahead.
 */
export function commitText(schema: string): string {
  return `WITH ${judging(schema)}), ${writing(schema)}), whole AS (
  SELECT 1 / (CASE WHEN (SELECT count(*) FROM won) = (SELECT count(*) FROM moved)
    THEN 1 ELSE 0 END) AS whole
)
SELECT workspace_id,
  CASE WHEN won.workspace_id IS NOT NULL THEN 'committed'
    WHEN NOT holds AND landed THEN 'committed'
    WHEN NOT holds THEN 'conflict'
    WHEN claimed OR made THEN 'exists'
    WHEN NOT writes THEN 'committed'
    ELSE 'lost' END,
  (SELECT string_agg(taken.place::text, ',') FROM taken
    WHERE taken.workspace_id = judged.workspace_id),
  (SELECT string_agg(there.place::text, ',') FROM there
    WHERE there.workspace_id = judged.workspace_id)
FROM judged LEFT JOIN won USING (workspace_id) CROSS JOIN whole WHERE whole = 1`;
}

function judging(schema: string): string {
  return `clock AS (SELECT ${clock("$27")} AS now
), asked AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::bigint[],
    $6::bigint[], $7::text[], ${lines("$8")})
  AS asked (workspace_id, id, expected_version, writes, epoch, sequence, last_hash, account)
), asked_claims AS (
  SELECT * FROM unnest($28::text[], $29::text[], $30::text[], $31::bigint[]) WITH ORDINALITY
  AS asked_claims (workspace_id, kind, id, expires_at, place)
), taken AS MATERIALIZED (
  SELECT workspace_id, place FROM asked_claims AS one
  WHERE (SELECT expires_at IS NULL OR expires_at >= (SELECT now FROM clock)
    FROM ${schema}.claims AS claim WHERE claim.workspace_id = one.workspace_id
      AND claim.kind = one.kind AND claim.id = one.id)
), asked_documents AS (
  SELECT * FROM unnest($17::text[], $18::text[], $19::text[], $20::bigint[], $21::bigint[],
    $22::boolean[], $23::bigint[], $24::bigint[], ${lines("$25")}, $26::boolean[]) WITH ORDINALITY
  AS asked_documents (workspace_id, kind, id, epoch, ordinal, is_open, due_at, expires_at, body,
    is_new, place)
), there AS MATERIALIZED (
  SELECT workspace_id, place FROM asked_documents AS one
  WHERE is_new AND (SELECT true
    FROM ${schema}.documents AS document WHERE document.workspace_id = one.workspace_id
      AND document.kind = one.kind AND document.id = one.id)
), locked AS MATERIALIZED (
  SELECT heads.workspace_id FROM asked
  JOIN ${schema}.heads ON heads.workspace_id = asked.workspace_id
    AND heads.version = asked.expected_version
  WHERE asked.writes ORDER BY heads.workspace_id FOR NO KEY UPDATE OF heads
), judged AS MATERIALIZED (
  SELECT asked.*, coalesce(heads.version, 0) = asked.expected_version AS holds,
    asked.writes AND coalesce(heads.version, 0) <> asked.expected_version
      AND coalesce((SELECT commits.id FROM ${schema}.commits
        WHERE commits.workspace_id = asked.workspace_id
          AND commits.version = asked.expected_version + 1) = asked.id, false) AS landed,
    (heads.version IS NULL OR asked.workspace_id IN (SELECT workspace_id FROM locked)) AS ours,
    EXISTS (SELECT FROM taken WHERE taken.workspace_id = asked.workspace_id) AS claimed,
    EXISTS (SELECT FROM there WHERE there.workspace_id = asked.workspace_id) AS made
  FROM asked
  LEFT JOIN ${schema}.heads ON heads.workspace_id = asked.workspace_id
`;
}

export const documentColumns =
  "workspace_id, kind, id, epoch, ordinal, is_open, due_at, expires_at, body";

export const replacing = `ON CONFLICT (workspace_id, kind, id) DO UPDATE SET epoch = excluded.epoch,
    ordinal = excluded.ordinal, is_open = excluded.is_open, due_at = excluded.due_at,
    expires_at = excluded.expires_at, body = excluded.body`;

/**
 * Inserts entries and documents of the workspaces in `winners`. These are looked up with a hash,
 * because the planner expects one row and would otherwise use nested loops. Documents to create are
 * inserted without a check, so a duplicate key fails the statement.
 */
export function rowsWritten(schema: string, winners: string): string {
  const won = `coalesce(workspace_id IN (SELECT workspace_id FROM ${winners}), false)`;
  return `entries_written AS (
  INSERT INTO ${schema}.entries (workspace_id, sequence, epoch, amount_micros, balance_micros,
    previous_hash, hash, body)
  SELECT * FROM unnest(${later("$9::text[]")}, $10::bigint[], $11::bigint[], $12::bigint[],
    $13::bigint[], $14::text[], $15::text[], ${lines("$16")}) AS entry (workspace_id) WHERE ${won}
), documents_made AS (
  INSERT INTO ${schema}.documents (${documentColumns})
  SELECT ${documentColumns} FROM asked_documents WHERE is_new AND ${won}
), documents_written AS (
  INSERT INTO ${schema}.documents (${documentColumns})
  SELECT ${documentColumns} FROM asked_documents WHERE NOT is_new AND ${won}
  ${replacing}`;
}

function writing(schema: string): string {
  return `won AS (
  INSERT INTO ${schema}.commits (workspace_id, version, id, committed_at)
  SELECT workspace_id, expected_version + 1, id, (SELECT now FROM clock) FROM judged
  WHERE writes AND holds AND ours AND NOT claimed AND NOT made ORDER BY workspace_id COLLATE "C"
  ON CONFLICT (workspace_id, version) DO NOTHING
  RETURNING workspace_id
), moved AS (
  INSERT INTO ${schema}.heads (workspace_id, version, epoch, sequence, last_hash, account)
  SELECT workspace_id, expected_version + 1, epoch, sequence, last_hash, account
  FROM judged JOIN won USING (workspace_id)
  ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version, epoch = excluded.epoch,
    sequence = excluded.sequence, last_hash = excluded.last_hash, account = excluded.account
  WHERE heads.version = excluded.version - 1
  RETURNING workspace_id
), claims_written AS (
  INSERT INTO ${schema}.claims (workspace_id, kind, id, expires_at)
  SELECT workspace_id, kind, id, expires_at FROM asked_claims JOIN won USING (workspace_id)
  ON CONFLICT (workspace_id, kind, id) DO UPDATE SET expires_at = excluded.expires_at
), ${rowsWritten(schema, "won")}
`;
}
