import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { ModuleWith } from "../../treasury.ts";
import { listWorkspaces } from "./list-workspaces.ts";
import { readInbox } from "./read-inbox.ts";

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
