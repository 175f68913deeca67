import { decidingOperator } from "../../http/access.ts";
import type { PluginRequest } from "../../http/plugin-operation.ts";
import type { SignedInOperator } from "../../http/signed-in-operator.ts";
import type { Engine } from "../../kernel/engine.ts";
import { readExplained } from "../../kernel/views/read-explained.ts";
import { readTreasury } from "../../kernel/views/read-treasury.ts";
import { startedAction } from "../administration/index.ts";
import type { PluginActions } from "./plugin-actions.ts";
import type { PluginCall } from "./plugin-route.ts";

/** What a route of a plugin can do as its caller. */
export function pluginCall(
  engine: Engine,
  pluginId: string,
  actions: PluginActions,
  request: PluginRequest,
): PluginCall {
  const { operator } = request.principal;
  const { workspaceId, ask } = request;
  return Object.freeze<PluginCall>({
    principal: Object.freeze({ operator: operator && copyOf(operator) }),
    workspaceId,
    get signal() {
      return request.signal;
    },
    readTreasury: async () => {
      await ask({ action: "readTreasury", workspaceId });
      return readTreasury(engine, workspaceId);
    },
    readProposal: async (proposalId) => {
      await ask({ action: "readProposal", workspaceId });
      const question = { workspaceId, proposalId, agentId: null };
      return (await readExplained(engine, question)).proposal;
    },
    begin: async (action, given) => {
      const payload = actions.payloadOf(pluginId, action, given);
      const { action: begun } = await startedAction(engine, workspaceId, {
        type: "plugin_action",
        payload: () => payload,
        operator: decidingOperator(operator),
      });
      return { actionId: begun.id, isDone: begun.status === "done" };
    },
  });
}

/** The app's object may have more fields, such as a session. */
function copyOf({ name, id, groups, credential }: SignedInOperator): SignedInOperator {
  return Object.freeze({
    name,
    ...(id && { id }),
    ...(groups && { groups: [...groups] }),
    ...(credential && { credential }),
  });
}
