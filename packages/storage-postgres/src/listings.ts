import type { DuePlace } from "@agent-treasury/provider";
import { docColumns } from "./columns.ts";

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

/** Reads a page of each kind and merges them, because the index is sorted within a kind. */
export function dueText(schema: string): string {
  return `SELECT 'due', workspace_id, ${docColumns}
  FROM unnest($7::text[]) AS asked (asked_kind), LATERAL (
    SELECT * FROM ${schema}.documents
    WHERE kind = asked_kind AND due_at <= $1::bigint AND (due_at, workspace_id, id)
      >= ($3::bigint, $4::text, CASE WHEN asked_kind = $5::text THEN $6::text ELSE '' END)
      AND (due_at, workspace_id, kind, id) > ($3::bigint, $4::text, $5::text, $6::text)
    ORDER BY due_at, workspace_id, id LIMIT $2::bigint) AS page
  ORDER BY page.due_at, workspace_id, page.kind, page.id LIMIT $2::bigint`;
}

export function workspacesText(schema: string): string {
  return `SELECT 'workspace', workspace_id FROM ${schema}.heads
  WHERE workspace_id > $1 ORDER BY workspace_id LIMIT $2::bigint`;
}
