import type { Freeze, FreezeRequest, PaymentInFlight } from "@agent-treasury/contract";
import type { Treasury } from "@agent-treasury/treasury-core";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { allPages } from "./all-pages.ts";
import { type ExitCode, type Given, type Run, databaseOption } from "./command.ts";
import { counted } from "./counted.ts";
import { openExistingDatabase, requireWorkspace } from "./database.ts";
import { dollars } from "./dollars.ts";
import {
  inWorkspace,
  operatorOption,
  printAction,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { openTreasury } from "./open-treasury.ts";
import { anyOperatorOf, operatorOf } from "./operator.ts";
import type { Output } from "./output.ts";
import { personTime, tableLines } from "./table.ts";

interface ScopeOptions extends Omit<WorkspaceOptions, "workspace"> {
  readonly workspace?: string;
  readonly allocation?: string;
  readonly agent?: string;
  readonly vendor?: string;
  readonly all?: true;
}

interface FreezeOptions extends ScopeOptions {
  readonly reason?: string;
}

export function addFreeze(program: Command, run: Run): void {
  withScope(program.command("freeze"))
    .summary("stop all payments of a workspace, an allocation, an agent, a vendor, or --all")
    .description(
      `Stops payments. After this command no process approves, executes or sends a payment in the
scope, at the first attempt or a later one. Payments in flight cannot be recalled: they are
listed, and their outcomes are recorded.

Exit code 1 with --all: some workspaces could not be reached. Run the command again.`,
    )
    .option("--reason <text>", "the reason, for the audit record")
    .action(run(freeze));
  withScope(program.command("unfreeze"))
    .summary("end a freeze")
    .description(
      `Ends a freeze. It needs the approvals that the present rules require of any spend. With --all,
each approver runs the command.`,
    )
    .addOption(
      new Option("--approvers-sign-in", "the deployment sets `authenticate` in its code").default(
        undefined,
        "if TREASURY_OPERATORS is set",
      ),
    )
    .action(run(unfreeze));
  withWorkspace(program.command("freezes"))
    .summary("list the freezes of a workspace")
    .action(run(list));
}

function withScope(command: Command): Command {
  return command
    .option("--workspace <id>", "the workspace, or that of the other options")
    .option("--allocation <id>", "an allocation, with all below it")
    .option("--agent <id>", "an agent (agent: the built-in one)")
    .option("--vendor <name>", "a vendor")
    .option("--all", "all workspaces, also those that are created later")
    .addOption(operatorOption())
    .addOption(databaseOption());
}

/** Null for all workspaces. */
function scopeOf(options: ScopeOptions): (FreezeRequest & { workspaceId: string }) | null {
  const { workspace: workspaceId, allocation, agent, vendor, all } = options;
  const [part, ...more] = (
    [
      ["allocation", allocation],
      ["agent", agent],
      ["vendor", vendor],
    ] as const
  ).flatMap(([scope, id]) => (id === undefined ? [] : [{ scope, id }]));
  if (all === true) {
    if (workspaceId === undefined && part === undefined) return null;
    throw new CommandError("Use --all without another scope.");
  }
  if (workspaceId === undefined) throw new CommandError("Name a --workspace, or use --all.");
  if (more.length > 0) throw new CommandError("Use one of --allocation, --agent and --vendor.");
  return { workspaceId, ...(part ?? { scope: "workspace" }) };
}

async function freeze({ options, env, output }: Given<FreezeOptions>): Promise<ExitCode> {
  const scope = scopeOf(options);
  const { reason } = options;
  const by = { operator: anyOperatorOf(options), ...(reason && { reason }) };
  return inTreasury({ options, env }, scope, async (treasury) => {
    if (scope === null) return freezeAll(treasury, by, options.json, output);
    const answer = await treasury.freezes.freeze({ ...scope, ...by });
    if (options.json) output.print(answer);
    else {
      output.print(describe(answer.freeze));
      printPayments(answer.freeze.payments, output);
    }
    if (!(await isKnownScope(treasury, scope))) {
      output.complain(
        `Warning: no agent ${JSON.stringify(scope.id)} has a credential or a proposal in ${scope.workspaceId}. The built-in agent is "${builtInAgent}".`,
      );
    }
    return 0;
  });
}

const builtInAgent = "agent";

/** False for an agent without a credential and a proposal, which may be a misspelled id. */
async function isKnownScope(
  treasury: Treasury,
  { workspaceId, scope, id: agentId }: FreezeRequest & { readonly workspaceId: string },
): Promise<boolean> {
  if (scope !== "agent" || agentId === undefined || agentId === builtInAgent) return true;
  const { proposals } = await treasury.budget({ workspaceId, agentId });
  if (proposals.length > 0) return true;
  const credentials = await allPages(
    (page) => treasury.credentials.list({ workspaceId, ...page }),
    "credentials",
  );
  return credentials.some((credential) => credential.agentId === agentId);
}

async function freezeAll(
  { freezes }: Treasury,
  by: { readonly operator: string; readonly reason?: string },
  json: boolean,
  output: Output,
): Promise<ExitCode> {
  const onProgress = (count: number): void => output.progress(`Froze ${count} workspaces.`);
  const answer = await freezes.freezeAll({ ...by, onProgress });
  output.progress("");
  const { done, notDone, payments } = answer;
  if (json) output.print(answer);
  else {
    output.print(`${done.length} workspaces are frozen, ${notDone.length} could not be reached.`);
    for (const { workspaceId, problem } of notDone) output.print(`${workspaceId}  ${problem}`);
    printPayments(payments, output);
  }
  return notDone.length === 0 ? 0 : 1;
}

async function unfreeze({ options, env, output }: Given<ScopeOptions>): Promise<ExitCode> {
  const scope = scopeOf(options);
  const operator = operatorOf(options);
  return inTreasury({ options, env }, scope, async (treasury) => {
    if (scope !== null) {
      const done = await treasury.freezes.unfreeze({ ...scope, operator });
      printAction(output, options, done);
      return 0;
    }
    const answer = await treasury.freezes.unfreezeAll({ operator });
    const { done, pending, notDone, missing } = answer;
    if (options.json) output.print(answer);
    else {
      output.print(`${done.length} workspaces are no longer frozen by --all.`);
      if (missing.length > 0) output.print(`New workspaces need ${missing.join(" and ")}.`);
      for (const { workspaceId, problem } of [...pending, ...notDone]) {
        output.print(`${workspaceId}  ${problem}`);
      }
    }
    return notDone.length === 0 ? 0 : 1;
  });
}

async function list({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const found = await treasury.freezes.list({ workspaceId: options.workspace });
    if (options.json) return output.print(found);
    if (found.freezes.length === 0) return output.print(`${options.workspace} has no freezes.`);
    const rows = found.freezes.map(({ scope, id, frozenBy, frozenAt, reason }) => [
      scope,
      id ?? "",
      frozenBy ?? "unknown",
      personTime(frozenAt),
      reason ?? "",
    ]);
    for (const line of tableLines(["SCOPE", "ID", "BY", "AT", "REASON"], rows)) output.print(line);
  });
}

function describe({ scope, id, frozenBy, frozenAt, reason }: Freeze): string {
  return [
    `${scope} ${id ?? ""}`.trim(),
    `frozen by ${frozenBy ?? "unknown"} at ${personTime(frozenAt)}`,
    reason,
  ]
    .filter((part) => part !== null)
    .join("  ");
}

function printPayments(payments: readonly PaymentInFlight[], output: Output): void {
  if (payments.length === 0) return;
  const were = payments.length === 1 ? "was" : "were";
  output.print(`${counted(payments.length, "payment")} ${were} in flight and cannot be recalled.`);
  for (const { workspaceId, proposalId, amountUsd, vendor, executor, since, until } of payments) {
    const lease = until === null ? "no call in flight" : `lease until ${personTime(until)}`;
    const paid = `${dollars(amountUsd)} to ${vendor} by ${executor} since ${personTime(since)}`;
    output.print([workspaceId, proposalId, paid, lease].join("  "));
  }
}

async function inTreasury(
  { options, env }: Pick<Given<ScopeOptions>, "options" | "env">,
  scope: { readonly workspaceId: string } | null,
  work: (treasury: Treasury) => Promise<ExitCode>,
): Promise<ExitCode> {
  const storage = await openExistingDatabase(env);
  const hasSignIn =
    options.approversSignIn === true || (env["TREASURY_OPERATORS"] ?? "").trim() !== "";
  const treasury = openTreasury(storage, { hasSignIn });
  try {
    if (scope !== null) await requireWorkspace(storage, scope.workspaceId);
    return await work(treasury);
  } finally {
    await treasury.close();
  }
}
