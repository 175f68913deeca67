import type { ActionDecision, AdministrativeAction } from "@agent-treasury/contract";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { changeOf, resultOf } from "./action-text.ts";
import { allPages } from "./all-pages.ts";
import type { Given, Run } from "./command.ts";
import {
  inWorkspace,
  operatorOption,
  printAction,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { personTime, tableLines } from "./table.ts";

export function addActions(program: Command, run: Run): void {
  const actions = program
    .command("actions")
    .summary("list, approve and deny changes of rules and limits")
    .description(
      `Administrative actions: changes of rules and limits that need all approvals that the present
rules require. Approvals from a group need a person who signs in to the deployment.`,
    );
  withWorkspace(actions.command("list"))
    .summary("list administrative actions, newest first")
    .addOption(statusOption())
    .action(run(list));
  for (const decision of ["approve", "deny"] as const) {
    withWorkspace(actions.command(`${decision} <action>`))
      .summary(`${decision} an administrative action`)
      .addOption(operatorOption())
      .action(run(decide(decision)));
  }
}

interface ListOptions extends WorkspaceOptions {
  readonly status?: AdministrativeAction["status"];
}

function statusOption(): Option {
  const option = new Option("--status <status>", "only actions with this status");
  return option.choices(["pending", "done", "denied"]);
}

async function list({ options, env, output }: Given<ListOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId, status } = options;
    const place = { workspaceId, ...(status && { status }) };
    const actions = await allPages(
      (page) => treasury.actions.list({ ...place, ...page }),
      "actions",
    );
    if (options.json) return output.print({ actions });
    if (actions.length === 0) {
      return output.print(`${options.workspace} has no administrative actions.`);
    }
    const ids = shortIds(actions.map(({ id }) => id));
    const rows = actions.map((action) => [
      ids.get(action.id) ?? action.id,
      action.type,
      action.status,
      changeOf(action) ?? "",
      action.startedBy ?? "unknown",
      personTime(action.startedAt),
      outcomeOf(action),
    ]);
    const heads = ["ID", "TYPE", "STATUS", "CHANGE", "STARTED BY", "STARTED AT", "OUTCOME"];
    for (const line of tableLines(heads, rows)) output.print(line);
  });
}

function outcomeOf(action: AdministrativeAction): string {
  const { given, needed, missing } = action.approvals;
  if (action.status !== "pending") return resultOf(action) ?? "";
  return `${given} of ${needed} approved, needs ${missing.join(" and ")}`;
}

function decide(
  decision: ActionDecision["decision"],
): (given: Given<WorkspaceOptions>) => Promise<0> {
  return async ({ argument: actionId, options, env, output }) => {
    if (actionId === undefined) throw new CommandError(`Name the action to ${decision}.`);
    return inWorkspace({ options, env }, async (treasury) => {
      const { workspace: workspaceId } = options;
      const pending = await allPages(
        (page) => treasury.actions.list({ workspaceId, status: "pending", ...page }),
        "actions",
      );
      const ids = pending.map(({ id }) => id);
      const place = { workspaceId, actionId: fullId(actionId, ids) };
      const operator = operatorOf(options);
      const decided = await treasury.actions.decide({ ...place, decision, operator });
      printAction(output, options, decided);
    });
  };
}
