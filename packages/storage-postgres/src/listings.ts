import type { DuePlace } from "@agent-treasury/provider";
import { docColumns, later } from "./columns.ts";

/** Before every possible position. */
const beginning: DuePlace = { dueAt: Number.MIN_SAFE_INTEGER, workspaceId: "", kind: "", id: "" };

export function dueValues(
  now: number,
  after: DuePlace | null,
  limit: number,
  kinds: readonly string[],
): unknown[] {
  const { dueAt, workspaceId, kind, id } = after ?? beginning;
  return [Math.floor(now), limit, dueAt, workspaceId, kind, id, [...new Set(kinds)]];
}

/**
 * Reads a page of each kind and merges them, because the index is sorted within a kind. At the due
 * time and workspace of the place, a page starts with the next id in the kind of the place, with
 * the first id in kinds after it, and with none in kinds before it. Text contains no U+0000, so the
 * next possible id is the id and U+0001. A comparison with null is not true. `later` hides the
 * times, because for few matching documents PostgreSQL would read and sort all of them.
 */
export function dueText(schema: string): string {
  const start = `CASE WHEN asked_kind = $5::text THEN $6::text || chr(1)
        WHEN asked_kind COLLATE "C" > $5::text THEN '' END`;
  return `SELECT 'due', workspace_id, ${docColumns}
  FROM unnest($7::text[]) AS asked (asked_kind), LATERAL (
    SELECT * FROM ${schema}.documents
    WHERE kind = asked_kind AND due_at <= ${later("$1::bigint")}
      AND (due_at, workspace_id, id) >= (${later("$3::bigint")}, $4::text, ${start})
    ORDER BY due_at, workspace_id, id LIMIT $2::bigint) AS page
  ORDER BY page.due_at, workspace_id, page.kind, page.id LIMIT $2::bigint`;
}

/**
 * A plan for few documents would use the primary key, which contains the kind, and read all
 * documents. `IS TRUE` leaves the index of open documents as the only one.
 */
export function workspacesWithOpenText(schema: string): string {
  return `SELECT DISTINCT 'workspace', workspace_id FROM ${schema}.documents
  WHERE is_open AND workspace_id > $1 AND (kind = ANY ($3::text[])) IS TRUE
  ORDER BY workspace_id LIMIT $2::bigint`;
}

export function workspacesText(schema: string): string {
  return `SELECT 'workspace', workspace_id FROM ${schema}.heads
  WHERE workspace_id > $1 ORDER BY workspace_id LIMIT $2::bigint`;
}
