import type { MovedRow, MovedTable, MovedValue } from "@agent-treasury/provider";
import type { Objects } from "./workspace-calls.ts";

const rowsAtOnce = 100;

/** Reads rows of one workspace, which may need several calls of its object. */
export async function readRows(
  objectOf: Objects["objectOf"],
  table: MovedTable,
  workspaceId: string,
  after: readonly MovedValue[] | null,
  limit: number,
): Promise<readonly MovedRow[]> {
  const rows: MovedRow[] = [];
  for (let place = after; rows.length < limit;) {
    const most = Math.min(limit - rows.length, rowsAtOnce);
    const page = await objectOf(workspaceId).move(workspaceId, "read", [table, null, place, most]);
    rows.push(...page);
    place = page.at(-1)?.values ?? null;
    if (page.length < most) break;
  }
  return rows;
}
