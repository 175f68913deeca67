import type { ParsedInput, WorkspaceList } from "@agent-treasury/contract";
import type { Engine } from "../../kernel/engine.ts";
import { readPosition, workspacesFrom } from "./workspace-page.ts";

/** Lists a page of the workspaces that exist and that the caller may read. */
export async function listWorkspaces(
  { storage }: Engine,
  { cursor, limit }: ParsedInput<"listWorkspaces">,
  mayRead: (workspaceId: string) => Promise<boolean>,
): Promise<WorkspaceList> {
  const position = readPosition(cursor);
  const { ids, isLast } = await workspacesFrom(storage, position, limit);
  const isReadable = await Promise.all(ids.map(mayRead));
  return {
    workspaces: ids.filter((_, index) => isReadable[index]).map((workspaceId) => ({ workspaceId })),
    cursor: isLast ? null : String(position + ids.length),
  };
}
