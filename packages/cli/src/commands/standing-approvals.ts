import type { StandingApproval, StandingApprovalRequest } from "@agent-treasury/contract";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, momentOf, type Run } from "./command.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import {
  inWorkspace,
  operatorOption,
  printAction,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { usdOf, windowOf, windowText } from "./spend-options.ts";
import { personTime, tableLines } from "./table.ts";

interface CreateOptions extends WorkspaceOptions {
  readonly agent: string;
  readonly vendor: string;
  readonly maximumUsd: number;
  readonly windowMaximumUsd?: number;
  readonly per?: StandingApprovalRequest["per"];
  readonly count?: number;
  readonly ends: Date;
}

export function addStandingApprovals(program: Command, run: Run): void {
  const standing = program
    .command("standing-approvals")
    .summary("list, create and revoke approvals given in advance")
    .description(
      `Standing approvals: approvals given in advance for an agent's payments to one payee. They count
as approvals of the persons who gave them, and never replace a limit or a freeze.`,
    );
  withWorkspace(standing.command("list"))
    .summary("list standing approvals with their usage")
    .action(run(list));
  withWorkspace(standing.command("create"))
    .summary("approve an agent's payments to a payee in advance")
    .description(
      `Approves an agent's payments to a payee in advance. --count, or --window-maximum-usd with --per,
is required. It needs the approvals that the present rules require.`,
    )
    .requiredOption("--agent <id>", "the agent (agent: the built-in one)")
    .requiredOption("--vendor <name>", "the payee")
    .requiredOption("--maximum-usd <amount>", "the maximum of each spend", usdOf("--maximum-usd"))
    .option(
      "--window-maximum-usd <amount>",
      "the maximum in each window",
      usdOf("--window-maximum-usd"),
    )
    .option("--per <window>", "hour, day, week, month, quarter, year, or 24h", windowOf)
    .option("--count <number>", "the maximum number of spends", countOf)
    .requiredOption("--ends <date>", "the time from which it approves nothing", momentOf("--ends"))
    .addOption(operatorOption())
    .action(run(create));
  withWorkspace(standing.command("revoke <id>"))
    .summary("revoke a standing approval at once")
    .addOption(operatorOption())
    .action(run(revoke));
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new CommandError(`--count is ${JSON.stringify(text)}. Use a whole number above zero.`);
}

async function list({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const found = await treasury.standingApprovals.list({ workspaceId: options.workspace });
    if (options.json) return output.print(found);
    const { standingApprovals } = found;
    if (standingApprovals.length === 0) {
      return output.print(`${options.workspace} has no standing approvals.`);
    }
    const ids = shortIds(standingApprovals.map(({ id }) => id));
    const rows = standingApprovals.map((one) => [
      ids.get(one.id) ?? one.id,
      one.status,
      one.agentId,
      one.vendor,
      dollars(one.maximumUsd),
      dollars(one.usedUsd),
      limitOf(one),
      one.count === null ? String(one.usedCount) : `${one.usedCount} of ${one.count}`,
      personTime(one.endsAt),
      authorsOf(one),
      needsOf(one) ?? "",
    ]);
    const isSuspended = rows.some((row) => row.at(-1) !== "");
    const heads = [
      "ID",
      "STATUS",
      "AGENT",
      "PAYEE",
      "EACH",
      "USED",
      "LIMIT",
      "SPENDS",
      "ENDS",
      "BY",
    ];
    for (const line of tableLines(isSuspended ? [...heads, "NEEDS"] : heads, rows)) {
      output.print(line);
    }
  });
}

/** `$90.00 per month`, or `none`. */
function limitOf({ windowMaximumUsd, per }: StandingApproval): string {
  if (windowMaximumUsd === null || per === null) return "none";
  return `${dollars(windowMaximumUsd)} per ${windowText(per)}`;
}

function authorsOf({ approvals }: StandingApproval): string {
  return approvals.by.map(({ name }) => name ?? "unknown").join(", ");
}

/** Null unless it is suspended. */
function needsOf({ status, approvals }: StandingApproval): string | null {
  return status === "suspended" ? approvals.missing.join(" and ") : null;
}

function describe(one: StandingApproval): string {
  const { id, status, agentId, vendor, maximumUsd, per, count, usedCount, usedUsd, endsAt } = one;
  const window = per === null ? "in total" : `of ${limitOf(one)}`;
  const needs = needsOf(one);
  return [
    id,
    status,
    `${agentId} to ${vendor}`,
    `at most ${dollars(maximumUsd)} each`,
    `${dollars(usedUsd)} used ${window}`,
    count === null ? counted(usedCount, "spend") : `${usedCount} of ${counted(count, "spend")}`,
    `ends ${personTime(endsAt)}`,
    `by ${authorsOf(one)}`,
    needs === null ? null : `needs ${needs}`,
  ]
    .filter((part) => part !== null)
    .join("  ");
}

async function create({ options, env, output }: Given<CreateOptions>): Promise<0> {
  const { workspace: workspaceId, agent: agentId, vendor, maximumUsd, count, ends } = options;
  const { windowMaximumUsd, per } = options;
  return inWorkspace({ options, env }, async (treasury) => {
    const created = await treasury.standingApprovals.create({
      workspaceId,
      agentId,
      vendor,
      maximumUsd,
      windowMaximumUsd,
      per,
      count,
      endsAt: ends.toISOString(),
      operator: operatorOf(options),
    });
    printAction(output, options, created);
  });
}

async function revoke({
  argument: standingApprovalId,
  options,
  env,
  output,
}: Given<WorkspaceOptions>): Promise<0> {
  if (standingApprovalId === undefined) {
    throw new CommandError("Name the standing approval to revoke.");
  }
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId } = options;
    const listed = await treasury.standingApprovals.list({ workspaceId });
    const ids = listed.standingApprovals.map(({ id }) => id);
    const place = { workspaceId, standingApprovalId: fullId(standingApprovalId, ids) };
    const operator = operatorOf(options);
    const revoked = await treasury.standingApprovals.revoke({ ...place, operator });
    const { standingApproval } = revoked;
    output.print(options.json ? revoked : describe(standingApproval));
  });
}
