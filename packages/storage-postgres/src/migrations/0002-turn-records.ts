export function turnRecords(schema: string): string {
  return `CREATE TABLE ${schema}.turn_records (
  workspace_id TEXT COLLATE "C" NOT NULL,
  turn_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  writer TEXT COLLATE "C" NOT NULL,
  appended_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, turn_id, sequence)
);

CREATE INDEX turn_records_expiring ON ${schema}.turn_records (expires_at);`;
}
