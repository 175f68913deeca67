import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../treasury/engine.ts";
import { listWorkspaces } from "../../treasury/inbox/list-workspaces.ts";
import { readInbox } from "../../treasury/inbox/read-inbox.ts";
import type { ModuleWith } from "../core-module.ts";

export function inboxModule(engine: Engine): ModuleWith<"inbox" | "workspaces"> {
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
    methods: {
      inbox: async (request = {}) =>
        readInbox(engine, parseInput("readInbox", request), () => Promise.resolve(true)),
      workspaces: async (request = {}) =>
        listWorkspaces(engine, parseInput("listWorkspaces", request), () => Promise.resolve(true)),
    },
  };
}
