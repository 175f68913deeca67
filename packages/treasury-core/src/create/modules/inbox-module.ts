import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../treasury/engine.ts";
import { readInbox } from "../../treasury/inbox/read-inbox.ts";
import type { ModuleWith } from "../core-module.ts";

export function inboxModule(engine: Engine): ModuleWith<"inbox"> {
  return {
    routes: {
      readInbox: {
        run: (page, call) =>
          readInbox(engine, page, (action, workspaceId) => call.isAllowed({ action, workspaceId })),
      },
    },
    methods: {
      inbox: async (request = {}) =>
        readInbox(engine, parseInput("readInbox", request), () => Promise.resolve(true)),
    },
  };
}
