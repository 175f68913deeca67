export const dueByKind = `
DROP INDEX documents_due;
CREATE INDEX documents_due_by_kind ON documents (kind, due_at, workspace_id, id)
  WHERE due_at IS NOT NULL;
`;
