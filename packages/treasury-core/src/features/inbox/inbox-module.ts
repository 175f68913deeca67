import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { listWorkspaces } from "./list-workspaces.ts";
import { readInbox } from "./read-inbox.ts";

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
