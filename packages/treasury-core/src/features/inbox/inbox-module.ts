import type { ParsedInput, WorkspaceList } from "@agent-treasury/contract";
import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { readInbox } from "./read-inbox.ts";
import { readPosition, workspacesFrom } from "./workspace-page.ts";

export function inboxModule(engine: Engine): CoreModule {
  return {
    routes: {
      readInbox: {
        run: (page, call) =>
          readInbox(engine, page, (action, workspaceId) => call.isAllowed({ action, workspaceId })),
      },
      listWorkspaces: {
        run: (page, call) =>
          listWorkspaces(engine, page, (workspaceId) =>
            call.isAllowed({ action: "readTreasury", workspaceId }),
          ),
      },
    },
  };
}

/** Lists a page of the workspaces that exist and that the caller may read. */
async function listWorkspaces(
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
