import type { EntryRewrite } from "@agent-treasury/provider";

/** Skips entries with another hash. */
export function rewriteText(schema: string): string {
  return `WITH rewritten AS (
  UPDATE ${schema}.entries SET body = asked.body
  FROM unnest($2::bigint[], $3::text[], $4::text[]) AS asked (sequence, hash, body)
  WHERE entries.workspace_id = $1 AND entries.sequence = asked.sequence
  AND entries.hash = asked.hash RETURNING 1
)
SELECT count(*)::text FROM rewritten`;
}

export function rewriteValues(workspaceId: string, rewrites: readonly EntryRewrite[]): unknown[] {
  return [
    workspaceId,
    rewrites.map(({ sequence }) => sequence.toString()),
    rewrites.map(({ hash }) => hash),
    rewrites.map(({ body }) => JSON.stringify(body)),
  ];
}
