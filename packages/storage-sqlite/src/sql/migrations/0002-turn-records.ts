/** The body is the last column, so that reading a number does not read past it. */
export const turnRecords = `
CREATE TABLE turn_records (
  workspace_id TEXT NOT NULL,
  turn_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  writer TEXT NOT NULL,
  appended_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, turn_id, sequence)
) STRICT;

CREATE INDEX turn_records_expiring ON turn_records (expires_at);
`;
