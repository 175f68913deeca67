import type { DuePlace } from "@agent-treasury/provider";
import { docColumns } from "./columns.ts";

/** Before every possible position. */
const beginning: DuePlace = { dueAt: Number.MIN_SAFE_INTEGER, workspaceId: "", kind: "", id: "" };

export function dueValues(now: number, after: DuePlace | null, limit: number): unknown[] {
  const { dueAt, workspaceId, kind, id } = after ?? beginning;
  return [Math.floor(now), limit, dueAt, workspaceId, kind, id];
}

export function dueText(schema: string): string {
  return `SELECT 'due', workspace_id, ${docColumns} FROM ${schema}.documents
  WHERE due_at <= $1::bigint
    AND (due_at, workspace_id, kind, id) > ($3::bigint, $4::text, $5::text, $6::text)
  ORDER BY documents.due_at, workspace_id, documents.kind, documents.id LIMIT $2::bigint`;
}

export function workspacesText(schema: string): string {
  return `SELECT 'workspace', workspace_id FROM ${schema}.heads
  WHERE workspace_id > $1 ORDER BY workspace_id LIMIT $2::bigint`;
}
