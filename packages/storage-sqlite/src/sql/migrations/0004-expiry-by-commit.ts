/**
 * A document that expires with its commit needs no entry in the index of expiring documents, which
 * would be one more page for each commit.
 */
export const expiryByCommit = `
ALTER TABLE commits ADD COLUMN doc_kind TEXT;
ALTER TABLE commits ADD COLUMN doc_id TEXT;
ALTER TABLE documents ADD COLUMN by_commit INTEGER;
DROP INDEX documents_expiring;
CREATE INDEX documents_expiring ON documents (expires_at)
  WHERE is_open = 0 AND expires_at IS NOT NULL AND by_commit IS NULL;
`;
