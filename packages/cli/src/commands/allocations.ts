import type { Allocation, AllocationRequest } from "@agent-treasury/contract";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, momentOf, type Run } from "./command.ts";
import {
  inWorkspace,
  operatorOption,
  printAction,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";
import { usdOf, windowOf, windowText } from "./spend-options.ts";

interface SetOptions extends WorkspaceOptions {
  readonly name?: string;
  readonly parent?: string | null;
  readonly limitUsd?: number | null;
  readonly per?: AllocationRequest["per"];
  readonly ends?: string | null;
}

export function addAllocations(program: Command, run: Run): void {
  const allocations = program
    .command("allocations")
    .summary("list, change and archive shares of a workspace's spending")
    .description(
      `Allocations: shares of a workspace's spending, with limits of their own. A spend counts
against its allocation and all above it.`,
    );
  withWorkspace(allocations.command("list"))
    .summary("list allocations with their usage")
    .action(run(list));
  withWorkspace(allocations.command("set <allocation>"))
    .summary("create an allocation, or change the given fields")
    .description(
      `Creates an allocation, or changes the given fields of one. A higher limit, a later end, another
window and another parent need the approvals that the present rules require.`,
    )
    .option("--name <name>", "the name for display (default: the id)")
    .option("--parent <id>", "the allocation above (none: at the top)", orNone)
    .option("--limit-usd <amount>", "the maximum in USD (none: no limit)", usdOrNone)
    .option(
      "--per <window>",
      "hour, day, week, month, quarter, year, or 24h (none: total)",
      windowOrNone,
    )
    .option("--ends <date>", "the time from which no spend is possible (none: no end)", endOrNone)
    .addOption(operatorOption())
    .action(run(set));
  withWorkspace(allocations.command("archive <allocation>"))
    .summary("close an allocation permanently")
    .addOption(operatorOption())
    .action(run(archive));
}

function orNone(text: string): string | null {
  return text === "none" ? null : text;
}

function usdOrNone(text: string): number | null {
  return text === "none" ? null : usdOf("--limit-usd")(text);
}

function windowOrNone(text: string): AllocationRequest["per"] {
  return text === "none" ? null : windowOf(text);
}

function endOrNone(text: string): string | null {
  return text === "none" ? null : momentOf("--ends")(text).toISOString();
}

async function list({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const found = await treasury.allocations.list({ workspaceId: options.workspace });
    if (options.json) return output.print(JSON.stringify(found, null, 2));
    const { allocations } = found;
    if (allocations.length === 0) output.print(`${options.workspace} has no allocations.`);
    for (const one of inTree(allocations, null)) output.print(one);
  });
}

/** Allocations below others are indented. */
function inTree(
  allocations: readonly Allocation[],
  parent: string | null,
  indent = "",
): readonly string[] {
  return allocations
    .filter((one) => one.parent === parent)
    .flatMap((one) => [`${indent}${describe(one)}`, ...inTree(allocations, one.id, `${indent}  `)]);
}

function describe({
  id,
  name,
  limitUsd,
  per,
  usedUsd,
  heldUsd,
  endsAt,
  archived,
}: Allocation): string {
  if (archived) return `${id}  archived`;
  const window = per === null ? "lifetime" : windowText(per);
  const limit = limitUsd === null ? "no limit" : `of $${limitUsd} per ${window}`;
  return [
    id,
    name === id ? null : name,
    `$${usedUsd} used ${limit}`,
    heldUsd === 0 ? null : `$${heldUsd} held`,
    endsAt === null ? null : `ends ${endsAt}`,
  ]
    .filter((part) => part !== null)
    .join("  ");
}

async function set({ argument: id, options, env, output }: Given<SetOptions>): Promise<0> {
  if (id === undefined) throw new CommandError("Name the allocation.");
  const { workspace: workspaceId, name, parent, limitUsd, per, ends: endsAt } = options;
  return inWorkspace({ options, env }, async (treasury) => {
    const change = { workspaceId, id, name, parent, limitUsd, per, endsAt };
    const changed = await treasury.allocations.set({ ...change, operator: operatorOf(options) });
    printAction(output, options, changed);
  });
}

async function archive({
  argument: allocationId,
  options,
  env,
  output,
}: Given<WorkspaceOptions>): Promise<0> {
  if (allocationId === undefined) throw new CommandError("Name the allocation to archive.");
  return inWorkspace({ options, env }, async (treasury) => {
    const place = { workspaceId: options.workspace, allocationId };
    const done = await treasury.allocations.archive({ ...place, operator: operatorOf(options) });
    printAction(output, options, done);
  });
}
