/** Takes its turn at the head before anything else of the workspace is read. */
export function lockText(schema: string): string {
  return `SELECT 1::text FROM ${schema}.heads WHERE workspace_id = $1 FOR NO KEY UPDATE`;
}
