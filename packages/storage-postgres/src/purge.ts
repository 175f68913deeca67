const commitIdLifetimeMs = 86_400_000;

/** Skips locked rows, so that it never waits and cannot be part of a deadlock. */
export function purgeText(schema: string): string {
  return `WITH old_claims AS MATERIALIZED (
  SELECT workspace_id, kind, id FROM ${schema}.claims
  WHERE expires_at < $1::bigint LIMIT $3::bigint FOR UPDATE SKIP LOCKED
), old_documents AS MATERIALIZED (
  SELECT workspace_id, kind, id FROM ${schema}.documents
  WHERE NOT is_open AND expires_at < $1::bigint
  LIMIT $3::bigint - (SELECT count(*) FROM old_claims) FOR UPDATE SKIP LOCKED
), old_commits AS MATERIALIZED (
  SELECT workspace_id, version FROM ${schema}.commits
  WHERE committed_at < $2::bigint
  LIMIT $3::bigint - (SELECT count(*) FROM old_claims) - (SELECT count(*) FROM old_documents)
  FOR UPDATE SKIP LOCKED
), no_claims AS (
  DELETE FROM ${schema}.claims USING old_claims WHERE claims.workspace_id = old_claims.workspace_id
  AND claims.kind = old_claims.kind AND claims.id = old_claims.id RETURNING 1
), no_documents AS (
  DELETE FROM ${schema}.documents USING old_documents
  WHERE documents.workspace_id = old_documents.workspace_id
  AND documents.kind = old_documents.kind AND documents.id = old_documents.id RETURNING 1
), no_commits AS (
  DELETE FROM ${schema}.commits USING old_commits
  WHERE commits.workspace_id = old_commits.workspace_id
  AND commits.version = old_commits.version RETURNING 1
)
SELECT ((SELECT count(*) FROM no_claims) + (SELECT count(*) FROM no_documents)
  + (SELECT count(*) FROM no_commits))::text`;
}

export function purgeValues(now: number, limit: number): unknown[] {
  const before = Math.ceil(now);
  return [before, before - commitIdLifetimeMs, Math.max(0, limit)];
}
