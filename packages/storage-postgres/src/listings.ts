import { docColumns } from "./columns.ts";

/** Documents that are due, of all workspaces. */
export function dueText(schema: string): string {
  return `SELECT 'due', workspace_id, ${docColumns} FROM ${schema}.documents
  WHERE due_at <= $1::bigint
  ORDER BY documents.due_at, workspace_id, documents.kind, documents.id LIMIT $2::bigint`;
}

/** Workspaces that have a head. */
export function workspacesText(schema: string): string {
  return `SELECT 'workspace', workspace_id FROM ${schema}.heads
  WHERE workspace_id > $1 ORDER BY workspace_id LIMIT $2::bigint`;
}
