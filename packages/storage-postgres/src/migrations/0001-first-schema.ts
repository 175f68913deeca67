/**
 * Names are compared byte by byte, independent of the locale. The fill factor lets heads be updated
 * without a change of the index.
 */
export function firstSchema(schema: string): string {
  return `CREATE TABLE ${schema}.migrations (
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (version)
);

CREATE TABLE ${schema}.heads (
  workspace_id TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  last_hash TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (workspace_id)
) WITH (fillfactor = 50);

CREATE TABLE ${schema}.entries (
  workspace_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  amount_micros BIGINT NOT NULL,
  balance_micros BIGINT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, sequence)
);

CREATE TABLE ${schema}.documents (
  workspace_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  epoch BIGINT NOT NULL,
  ordinal BIGINT,
  is_open BOOLEAN NOT NULL,
  due_at BIGINT,
  expires_at BIGINT,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, kind, id)
);

CREATE INDEX documents_open ON ${schema}.documents (workspace_id) WHERE is_open;
CREATE INDEX documents_listed ON ${schema}.documents (workspace_id, kind, epoch, ordinal)
  WHERE ordinal IS NOT NULL;
CREATE INDEX documents_due ON ${schema}.documents (due_at, workspace_id, kind, id)
  WHERE due_at IS NOT NULL;
CREATE INDEX documents_expiring ON ${schema}.documents (expires_at)
  WHERE NOT is_open AND expires_at IS NOT NULL;

CREATE TABLE ${schema}.claims (
  workspace_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT,
  PRIMARY KEY (workspace_id, kind, id)
);

CREATE INDEX claims_expiring ON ${schema}.claims (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE ${schema}.commits (
  workspace_id TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  id TEXT NOT NULL,
  committed_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, version)
);

CREATE INDEX commits_by_age ON ${schema}.commits (committed_at);`;
}
