export function dueByKind(schema: string): string {
  return `DROP INDEX ${schema}.documents_due;

CREATE INDEX documents_due_by_kind ON ${schema}.documents (kind, due_at, workspace_id, id)
  WHERE due_at IS NOT NULL;`;
}
