import { docColumns, entryColumns, headColumns } from "./columns.ts";

export type CopyTexts = Readonly<Record<"begin" | "head" | "docs" | "entries" | "end", string>>;

/**
 * Uses a transaction over several statements, because all pages must be of one moment. It is
 * read-only and blocks no writers.
 */
export function copyTexts(schema: string): CopyTexts {
  return {
    begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    head: `SELECT 'head', workspace_id, ${headColumns} FROM ${schema}.heads
  WHERE workspace_id = $1`,
    docs: `SELECT 'doc', workspace_id, ${docColumns} FROM ${schema}.documents
  WHERE workspace_id = $1 AND (kind, id) > ($2, $3) ORDER BY documents.kind, documents.id LIMIT $4::bigint`,
    entries: `SELECT 'entry', workspace_id, ${entryColumns} FROM ${schema}.entries
  WHERE workspace_id = $1 AND sequence > $2::bigint ORDER BY entries.sequence LIMIT $3::bigint`,
    end: "COMMIT",
  };
}
