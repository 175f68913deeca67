import { clock, later, lines } from "./columns.ts";
import { documentColumns, rowsWritten } from "./commit-text.ts";

/**
 * Commits workspaces that have a head at the expected version and claim nothing, and returns their
 * ids. It takes the first 27 values of `commitText`. A duplicate key fails the whole statement.
 *
 * **Locks.** `asked` is sorted, and a lateral subquery can only be joined row by row. Heads are
 * therefore locked in ascending byte order of their ids in every plan, as in `commitText`. Only the
 * transaction that holds a head writes the workspace's rows, and `purge`, which removes some, never
 * waits. So a transaction waits only for a greater head than those it holds, and no cycle can form.
 *
 * **Plan.** PostgreSQL uses a generic plan if it costs no more than custom plans. It estimates
 * `unnest` of a parameter as ten rows in the generic plan, and as the array's length in custom
 * ones.
 * `later` hides one array of each, so that both estimates are ten. Because of the outer comparison
 * of versions, the planner expects one head and looks it up by key, also in a plan made for an
 * empty table.
 */
export function leanText(schema: string): string {
  return `WITH locked AS (
  SELECT asked.* FROM (
    SELECT * FROM unnest(${later("$1::text[]")}, $2::text[], $3::bigint[], $4::boolean[],
      $5::bigint[], $6::bigint[], $7::text[], ${lines("$8")})
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
), asked_documents AS (
  SELECT * FROM unnest(${later("$17::text[]")}, $18::text[], $19::text[], $20::bigint[],
    $21::bigint[], $22::boolean[], $23::bigint[], $24::bigint[], ${lines("$25")}, $26::boolean[])
  AS document (${documentColumns}, is_new)
), ${rowsWritten(schema, "moved")}
)
SELECT workspace_id FROM moved`;
}
