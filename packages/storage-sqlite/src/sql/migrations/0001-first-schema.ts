export const firstSchema = `
CREATE TABLE heads (
  workspace_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  last_hash TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (workspace_id)
) STRICT;

CREATE TABLE entries (
  workspace_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  amount_micros INTEGER NOT NULL,
  balance_micros INTEGER NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, sequence)
) STRICT;

CREATE TABLE documents (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  ordinal INTEGER,
  is_open INTEGER NOT NULL,
  due_at INTEGER,
  expires_at INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, kind, id)
) STRICT;

CREATE INDEX documents_open ON documents (workspace_id, epoch, ordinal, kind, id)
  WHERE is_open = 1;
CREATE INDEX documents_listed ON documents (workspace_id, kind, epoch, ordinal)
  WHERE ordinal IS NOT NULL;
CREATE INDEX documents_due ON documents (due_at, workspace_id, kind, id)
  WHERE due_at IS NOT NULL;
CREATE INDEX documents_expiring ON documents (expires_at)
  WHERE is_open = 0 AND expires_at IS NOT NULL;

CREATE TABLE claims (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (workspace_id, kind, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX claims_expiring ON claims (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE commits (
  workspace_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  id TEXT NOT NULL,
  committed_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX commits_by_age ON commits (committed_at);
`;
