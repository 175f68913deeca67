import type { Inbox, Proposal } from "@agent-treasury/contract";
import type { Command } from "commander";
import { describeAction } from "./action-text.ts";
import { type ExitCode, type Given, type Run, databaseOption } from "./command.ts";
import { openExistingDatabase } from "./database.ts";
import { openTreasury } from "./open-treasury.ts";

export function addInbox(program: Command, run: Run): void {
  program
    .command("inbox")
    .summary("list what needs approval in all workspaces")
    .description(
      `Lists pending spends and administrative actions of all workspaces, at most 50 spends of each.

Exit code 1: some workspaces could not be read.`,
    )
    .addOption(databaseOption())
    .action(run(list));
}

type Pending = Omit<Inbox, "cursor">;

async function list({ options, env, output }: Given<object>): Promise<ExitCode> {
  const inbox = await readAll({ env });
  if (options.json) output.print(JSON.stringify(inbox, null, 2));
  else {
    for (const line of linesOf(inbox)) output.print(line);
  }
  return inbox.notDone.length === 0 ? 0 : 1;
}

async function readAll({ env }: Pick<Given<object>, "env">): Promise<Pending> {
  const treasury = openTreasury(await openExistingDatabase(env));
  const all = { proposals: [], actions: [], workspaces: [], notDone: [] } as Pending;
  try {
    for (let cursor: string | null = "0"; cursor !== null;) {
      const page: Inbox = await treasury.inbox({ cursor });
      all.proposals.push(...page.proposals);
      all.actions.push(...page.actions);
      all.workspaces.push(...page.workspaces);
      all.notDone.push(...page.notDone);
      ({ cursor } = page);
    }
    return all;
  } finally {
    await treasury.close();
  }
}

function linesOf({ proposals, actions, notDone }: Pending): readonly string[] {
  const lines = [
    ...proposals.map((proposal) => `${proposal.workspaceId}  ${describeSpend(proposal)}`),
    ...actions.map((action) => `${action.workspaceId}  ${describeAction(action)}`),
  ];
  return [
    ...(lines.length === 0 ? ["Nothing needs approval."] : lines),
    ...notDone.map(({ workspaceId, problem }) => `${workspaceId}  could not be read: ${problem}`),
  ];
}

function describeSpend({ id, amountUsd, vendor, createdAt, approvals }: Proposal): string {
  const progress = `${approvals.given} of ${approvals.needed} approved`;
  return [id, `$${amountUsd} to ${vendor}`, `proposed at ${createdAt}`, progress].join("  ");
}
