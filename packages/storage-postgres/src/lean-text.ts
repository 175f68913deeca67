import { clock, lines } from "./columns.ts";
import { documentColumns, replaceDocument } from "./commit-text.ts";

/**
 * Commits workspaces that have a head, claim nothing, and are at the expected version, and returns
 * their ids. Anything else is left to `commitText`, which takes the same values first. A key that is
 * taken fails the whole statement. Small enough to be planned for less than it takes to execute.
 *
 * **Locks.** Rows of `asked` are sorted, and a lateral subquery that locks can only be joined row by
 * row, so heads are locked in ascending byte order of their ids whatever plan is chosen, the same
 * order as in `commitText`. Only the transaction that holds a workspace's head writes its rows, so
 * no other row is waited for, but for documents that `sweep` removes, which itself never waits. Each
 * wait is therefore for a greater head than those held, and no cycle can form.
 *
 * **Plan.** PostgreSQL keeps a generic plan only if it costs no more than the plans for the values at
 * hand. `unnest` of a parameter counts as ten rows there, but as the array's true length in a plan for
 * the values. `later` hides one array of each, so that both count ten.
 *
 * The outer comparison of versions repeats the inner one for the planner, which then expects one row
 * and looks heads up by key, also in a plan made for an empty table.
 */
export function leanText(schema: string): string {
  return `WITH locked AS (
  SELECT asked.* FROM (
    SELECT * FROM unnest(${later("$1::text[]")}, $2::text[], $3::bigint[], $4::boolean[],
      $5::bigint[], $6::bigint[], $7::text[], $8::text[])
    AS asked (workspace_id, id, expected_version, writes, epoch, sequence, last_hash, account)
    ORDER BY workspace_id COLLATE "C"
  ) AS asked CROSS JOIN LATERAL (
    SELECT version FROM ${schema}.heads WHERE heads.workspace_id = asked.workspace_id
      AND heads.version = asked.expected_version FOR NO KEY UPDATE
  ) AS head WHERE head.version = asked.expected_version
), moved AS (
  UPDATE ${schema}.heads SET version = asked.expected_version + 1, epoch = asked.epoch,
    sequence = asked.sequence, last_hash = asked.last_hash, account = asked.account
  FROM locked AS asked WHERE heads.workspace_id = asked.workspace_id
  RETURNING heads.workspace_id, heads.version, asked.id AS commit_id
), noted AS (
  INSERT INTO ${schema}.commits (workspace_id, version, id, committed_at)
  SELECT workspace_id, version, commit_id, ${clock("$27")} FROM moved
), entries_written AS (
  INSERT INTO ${schema}.entries (workspace_id, sequence, epoch, amount_micros, balance_micros,
    previous_hash, hash, body)
  SELECT * FROM unnest(${later("$9::text[]")}, $10::bigint[], $11::bigint[], $12::bigint[],
    $13::bigint[], $14::text[], $15::text[], ${lines("$16")}) AS entry (workspace_id)
  WHERE ${hasMoved}
), asked_documents AS (
  SELECT * FROM unnest(${later("$17::text[]")}, $18::text[], $19::text[], $20::bigint[],
    $21::bigint[], $22::boolean[], $23::bigint[], $24::bigint[], ${lines("$25")}, $26::boolean[])
  AS document (${documentColumns}, is_new) WHERE ${hasMoved}
), documents_made AS (
  INSERT INTO ${schema}.documents (${documentColumns})
  SELECT ${documentColumns} FROM asked_documents WHERE is_new
), documents_written AS (
  INSERT INTO ${schema}.documents (${documentColumns})
  SELECT ${documentColumns} FROM asked_documents WHERE NOT is_new ${replaceDocument}
)
SELECT workspace_id FROM moved`;
}

/** Looked up by hash: the planner would compare each row with each, expecting one. */
const hasMoved = "coalesce(workspace_id IN (SELECT workspace_id FROM moved), false)";

/** A value that the planner does not see, whether or not it plans for the values at hand. */
export function later(value: string): string {
  return `(SELECT ${value})`;
}
