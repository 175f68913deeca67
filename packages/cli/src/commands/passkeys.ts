import type { Passkey } from "@agent-treasury/contract";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { describeAction } from "./action-text.ts";
import type { Given, Run } from "./command.ts";
import {
  inWorkspace,
  operatorOption,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { personTime, tableLines } from "./table.ts";

type InviteOptions = WorkspaceOptions & { readonly person: string };

export function addPasskeys(program: Command, run: Run): void {
  const passkeys = program
    .command("passkeys")
    .summary("list, invite and remove passkeys of approvers")
    .description(
      `Passkeys, with which approvers sign. verify verifies every stored signature. A person registers
a passkey on the page.`,
    );
  withWorkspace(passkeys.command("list"))
    .summary("list passkeys with their last use")
    .action(run(list));
  withWorkspace(passkeys.command("invite"))
    .summary("invite a person to register a passkey, and print the token once")
    .description(
      `Prints the token of an invitation, which is valid once, for 24 hours, and for this person. The
database stores only a digest of it.`,
    )
    .requiredOption("--person <id>", "the person's id: what authenticate returns as id, or as name")
    .addOption(operatorOption())
    .action(run(invite));
  withWorkspace(passkeys.command("remove <passkey>"))
    .summary("remove a passkey, which a second person has to approve")
    .addOption(operatorOption())
    .action(run(remove));
}

async function list({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId } = options;
    const { passkeys } = await treasury.passkeys.list({ workspaceId });
    if (options.json) return output.print({ passkeys });
    if (passkeys.length === 0) return output.print(`${workspaceId} has no passkeys.`);
    const ids = shortIds(passkeys.map(({ id }) => id));
    const rows = passkeys.map(({ id, personId, name, addedAt, lastUsedAt }) => [
      ids.get(id) ?? id,
      personId,
      name,
      personTime(addedAt),
      lastUsedAt === null ? "never" : personTime(lastUsedAt),
    ]);
    const heads = ["ID", "PERSON", "NAME", "ADDED", "LAST USED"];
    for (const line of tableLines(heads, rows)) output.print(line);
  });
}

async function invite({ options, env, output }: Given<InviteOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId, person: personId } = options;
    const operator = operatorOf(options);
    const invitation = await treasury.passkeys.invite({ workspaceId, personId, operator });
    if (options.json) return output.print(invitation);
    output.print(`Token, shown only now: ${invitation.token}`);
    if (invitation.action.status === "done") return;
    output.print("The token is valid once this administrative action is approved:");
    output.print(describeAction(invitation.action));
  });
}

async function remove({ argument, options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  if (argument === undefined) throw new CommandError("Name the passkey to remove.");
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId } = options;
    const { passkeys } = await treasury.passkeys.list({ workspaceId });
    const removed = await treasury.passkeys.remove({
      workspaceId,
      passkeyId: fullId(
        argument,
        passkeys.map(({ id }) => id),
      ),
      operator: operatorOf(options),
    });
    if (options.json) return output.print(removed);
    output.print(describe(removed.passkey));
    if (removed.action === null) return;
    output.print("The passkey is removed once this administrative action is approved:");
    output.print(describeAction(removed.action));
  });
}

function describe({ id, personId, name, addedAt, lastUsedAt }: Passkey): string {
  const used = lastUsedAt === null ? "never used" : `last used ${personTime(lastUsedAt)}`;
  return [id, personId, name, `added ${personTime(addedAt)}`, used].join("  ");
}
