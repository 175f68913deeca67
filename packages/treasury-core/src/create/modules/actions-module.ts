import { decidingOperator } from "../../http/access.ts";
import { parseInput } from "../../http/read-input.ts";
import { listActions } from "../../treasury/administration/list-actions.ts";
import { decideOnAction } from "../../treasury/administration/run-action.ts";
import type { Engine } from "../../treasury/engine.ts";
import { withdrawApproval } from "../../treasury/operations/withdraw-approval.ts";
import type { ModuleWith } from "../core-module.ts";
import { vouchedFor } from "./in-process-input.ts";

export function actionsModule(engine: Engine): ModuleWith<"actions" | "withdrawApproval"> {
  return {
    routes: {
      listActions: {
        run: ({ workspaceId, ...question }) => listActions(engine, workspaceId, question),
      },
      decideAction: {
        run: ({ workspaceId, actionId, decision, operator: named }, { operator, keyed }) => {
          const given = { actionId, decision, operator: decidingOperator(operator, named) };
          return decideOnAction(engine, workspaceId, given, keyed);
        },
      },
      withdrawApproval: {
        run: async ({ workspaceId, proposalId }, { operator, keyed }) => {
          const person = decidingOperator(operator, undefined);
          const proposal = await withdrawApproval(engine, workspaceId, proposalId, person, keyed);
          return { proposal };
        },
      },
    },
    methods: {
      actions: {
        list: async (request) => {
          const { workspaceId, ...question } = parseInput("listActions", request ?? {});
          return listActions(engine, workspaceId, question);
        },
        decide: async (request) => {
          const { workspaceId, actionId, decision, operator } = parseInput("decideAction", request);
          const given = { actionId, decision, operator: vouchedFor(operator) };
          return decideOnAction(engine, workspaceId, given);
        },
      },
      withdrawApproval: async ({ operator, ...request }) => {
        const { workspaceId, proposalId } = parseInput("withdrawApproval", request);
        return withdrawApproval(engine, workspaceId, proposalId, vouchedFor(operator));
      },
    },
  };
}
