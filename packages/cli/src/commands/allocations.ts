import type { Allocation, AllocationRequest } from "@agent-treasury/contract";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, momentOf, type Run } from "./command.ts";
import { dollars } from "./dollars.ts";
import {
  inWorkspace,
  operatorOption,
  printAction,
  withWorkspace,
  type WorkspaceOptions,
} from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";
import { usdOf, windowOf, windowText } from "./spend-options.ts";
import { personTime, tableLines } from "./table.ts";

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
    if (options.json) return output.print(found);
    const { allocations } = found;
    if (allocations.length === 0) return output.print(`${options.workspace} has no allocations.`);
    const heads = ["ALLOCATION", "NAME", "USED", "LIMIT", "PER", "HELD", "ENDS"];
    for (const line of tableLines(heads, inTree(allocations, null))) output.print(line);
  });
}

/** Allocations below others are indented. */
function inTree(
  allocations: readonly Allocation[],
  parent: string | null,
  indent = "",
): readonly (readonly string[])[] {
  return allocations
    .filter((one) => one.parent === parent)
    .flatMap((one) => [rowOf(one, indent), ...inTree(allocations, one.id, `${indent}  `)]);
}

function rowOf(allocation: Allocation, indent: string): readonly string[] {
  const { id, name, limitUsd, usedUsd, heldUsd } = allocation;
  return [
    `${indent}${id}`,
    name,
    usedUsd === null ? "" : dollars(usedUsd),
    limitUsd === null ? "" : dollars(limitUsd),
    windowOfLimit(allocation),
    heldUsd === null ? "" : dollars(heldUsd),
    endOf(allocation),
  ];
}

function windowOfLimit({ limitUsd, per }: Allocation): string {
  if (limitUsd === null) return "no limit";
  return per === null ? "lifetime" : windowText(per);
}

function endOf({ endsAt, archived }: Allocation): string {
  if (archived) return "archived";
  return endsAt === null ? "" : personTime(endsAt);
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
