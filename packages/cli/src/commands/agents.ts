import type { AgentCredential } from "@agent-treasury/contract";
import type { Treasury } from "@agent-treasury/treasury-core";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { describeAction } from "./action-text.ts";
import { allPages } from "./all-pages.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { openExistingDatabase, requireWorkspace } from "./database.ts";
import { operatorOption } from "./in-workspace.ts";
import { openTreasury } from "./open-treasury.ts";
import { type NamedOperator, operatorOf } from "./operator.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { personTime, tableLines } from "./table.ts";

interface AgentOptions extends NamedOperator {
  readonly workspace: string;
}

interface IssueOptions extends AgentOptions {
  readonly agent: string;
  readonly name?: string;
  readonly owner?: string;
  readonly allocation?: string;
  readonly expiresInDays?: number;
  readonly role: AgentCredential["role"];
}

export function addAgents(program: Command, run: Run): void {
  const agents = program
    .command("agents")
    .summary("issue, list and revoke credentials of external agents")
    .description(
      `Credentials of external agents, which propose spends over HTTP or MCP. An agent can propose
and read its own proposals. It cannot decide.`,
    );
  withPlace(agents.command("issue"))
    .summary("issue a credential, and print its token once")
    .description(
      `Issues a credential and prints its token. The database stores only a digest of the token, so
no later command can print it.`,
    )
    .requiredOption("--agent <id>", "the agent, which may have several credentials")
    .option("--name <name>", "the agent's name for approvers (default: its id)")
    .option("--owner <id>", "the person behind the agent (default: the operator)")
    .option("--allocation <id>", "the allocation of the agent's spends")
    .option("--expires-in-days <days>", "the credential's life (default: no expiry)", days)
    .addOption(
      new Option("--role <role>", "agent, or meter: reports costs of tabs and can do nothing else")
        .choices(["agent", "meter"])
        .default("agent"),
    )
    .addOption(operatorOption())
    .action(run(issue));
  withPlace(agents.command("list"))
    .summary("list credentials with their last use")
    .action(run(list));
  withPlace(agents.command("revoke <credential>"))
    .summary("revoke a credential at once")
    .addOption(operatorOption())
    .action(run(revoke));
}

function withPlace(command: Command): Command {
  return command
    .requiredOption("--workspace <id>", "the workspace of the agent")
    .addOption(databaseOption());
}

function days(text: string): number {
  const count = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && count > 0) return count;
  throw new CommandError(`--expires-in-days is ${JSON.stringify(text)}. Use a number above zero.`);
}

async function issue({ options, env, output }: Given<IssueOptions>): Promise<0> {
  const { workspace: workspaceId, agent: agentId, name = agentId } = options;
  const { owner, allocation: allocationId, expiresInDays, role } = options;
  return inTreasury({ options, env }, async (treasury) => {
    const issued = await treasury.credentials.issue({
      workspaceId,
      agentId,
      name,
      role,
      operator: operatorOf(options),
      ...(owner !== undefined && { owner }),
      ...(allocationId !== undefined && { allocationId }),
      ...(expiresInDays !== undefined && { expiresInDays }),
    });
    if (options.json) return output.print(issued);
    output.print(describe(issued.credential));
    output.print(`Token, shown only now: ${issued.token}`);
    if (issued.action === null) return;
    output.print("The token is valid once this administrative action is approved:");
    output.print(describeAction(issued.action));
  });
}

async function list({ options, env, output }: Given<AgentOptions>): Promise<0> {
  return inTreasury({ options, env }, async (treasury) => {
    const credentials = await credentialsOf(treasury, options.workspace);
    if (options.json) return output.print({ credentials });
    if (credentials.length === 0) return output.print(`${options.workspace} has no credentials.`);
    const ids = shortIds(credentials.map(({ id }) => id));
    const rows = credentials.map((one) => [
      ids.get(one.id) ?? one.id,
      one.agentId,
      one.name,
      one.owner ?? "unknown",
      stateOf(one, personTime),
      one.lastUsedAt === null ? "never" : personTime(one.lastUsedAt),
    ]);
    const heads = ["ID", "AGENT", "NAME", "OWNER", "STATE", "LAST USED"];
    for (const line of tableLines(heads, rows)) output.print(line);
  });
}

function credentialsOf(
  treasury: Treasury,
  workspaceId: string,
): Promise<readonly AgentCredential[]> {
  return allPages((page) => treasury.credentials.list({ workspaceId, ...page }), "credentials");
}

async function revoke({ argument, options, env, output }: Given<AgentOptions>): Promise<0> {
  if (argument === undefined) throw new CommandError("Name the credential to revoke.");
  return inTreasury({ options, env }, async (treasury) => {
    const { workspace: workspaceId } = options;
    const ids = (await credentialsOf(treasury, workspaceId)).map(({ id }) => id);
    const place = { workspaceId, credentialId: fullId(argument, ids) };
    const operator = operatorOf(options);
    const revoked = await treasury.credentials.revoke({ ...place, operator });
    output.print(options.json ? revoked : describe(revoked.credential));
  });
}

async function inTreasury(
  { options, env }: Pick<Given<AgentOptions>, "options" | "env">,
  work: (treasury: Treasury) => Promise<void>,
): Promise<0> {
  const storage = await openExistingDatabase(env);
  const treasury = openTreasury(storage);
  try {
    await requireWorkspace(storage, options.workspace);
    await work(treasury);
    return 0;
  } finally {
    await treasury.close();
  }
}

function describe(credential: AgentCredential): string {
  const { id, agentId, name, role, owner, lastUsedAt } = credential;
  return [
    id,
    agentId,
    name === agentId ? null : name,
    role === "meter" ? role : null,
    `owner ${owner ?? "unknown"}`,
    stateOf(credential, personTime),
    `last used ${lastUsedAt === null ? "never" : personTime(lastUsedAt)}`,
  ]
    .filter((part) => part !== null)
    .join("  ");
}

function stateOf(
  { expiresAt, revokedAt }: AgentCredential,
  written: (time: string) => string,
): string {
  if (revokedAt !== null) return `revoked ${written(revokedAt)}`;
  return expiresAt === null ? "expires never" : `expires ${written(expiresAt)}`;
}
