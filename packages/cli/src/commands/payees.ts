import type { KnownPayee, PaidByPolicy } from "@agent-treasury/contract";
import type { Treasury } from "@agent-treasury/treasury-core";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { describeAction } from "./action-text.ts";
import { allPages } from "./all-pages.ts";
import type { Given, Run } from "./command.ts";
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
import { usdOf } from "./spend-options.ts";
import { personTime, tableLines } from "./table.ts";

interface ListOptions extends WorkspaceOptions {
  readonly paidByPolicy?: true;
}

interface AddOptions extends WorkspaceOptions {
  readonly vendor?: string;
  readonly amountUsd?: number;
  readonly rail: string;
  readonly paidByPolicy?: true;
}

export function addPayees(program: Command, run: Run): void {
  const payees = program
    .command("payees")
    .summary("list, add and forget payees that policy may pay")
    .description(
      `Known payees: payees to which persons approved payments. Policy may approve later ones, up to
twice the largest approved amount. It approves others only if the person's message names them.`,
    );
  withWorkspace(payees.command("list"))
    .summary("list known payees")
    .option(
      "--paid-by-policy",
      "list the payees that policy paid in the last 90 days and no person approved",
    )
    .action(run(list));
  withWorkspace(payees.command("add"))
    .summary("add a payee as if a person had approved a payment")
    .description(
      `Adds a payee as if a person had approved a payment of the amount. It needs the approvals that the
present rules require. Name --vendor and --amount-usd. Or use --paid-by-policy to add each payee
that list --paid-by-policy shows, with its largest payment. Check that list first.`,
    )
    .option("--vendor <name>", "the payee, or the https origin of a seller")
    .option(
      "--amount-usd <amount>",
      "payments up to twice the amount may be automatic",
      usdOf("--amount-usd"),
    )
    .option("--rail <name>", "the payment executor", "ledger")
    .option("--paid-by-policy", "the payees that policy paid in the last 90 days")
    .addOption(operatorOption())
    .action(run(add));
  withWorkspace(payees.command("forget <id>"))
    .summary("forget a payee at once, so that a person has to approve it again")
    .addOption(operatorOption())
    .action(run(forget));
}

async function list({ options, env, output }: Given<ListOptions>): Promise<0> {
  const { workspace: workspaceId, json, paidByPolicy } = options;
  return inWorkspace({ options, env }, async (treasury) => {
    if (paidByPolicy === true) {
      const found = await treasury.payees.paidByPolicy({ workspaceId });
      if (json) return output.print(found);
      if (found.payees.length === 0) {
        output.print(`${workspaceId} has no payees that only policy approved.`);
      }
      for (const one of found.payees) output.print(describePaid(one));
      if (!found.isComplete) output.complain("Only the newest 10,000 spends were read.");
      return;
    }
    const known = await payeesOf(treasury, workspaceId);
    if (json) return output.print({ payees: known });
    if (known.length === 0) return output.print(`${workspaceId} has no known payees.`);
    const ids = shortIds(known.map(({ id }) => id));
    const heads = ["ID", "PAYEE", "RAIL", "APPROVED", "BY", "AT", "AUTOMATIC", "ENDS"];
    const rows = known.flatMap((one) => rowsOf(one, ids.get(one.id) ?? one.id));
    for (const line of tableLines(heads, rows)) output.print(line);
  });
}

function payeesOf(treasury: Treasury, workspaceId: string): Promise<readonly KnownPayee[]> {
  return allPages((page) => treasury.payees.list({ workspaceId, ...page }), "payees");
}

function rowsOf({ name, rails }: KnownPayee, id: string): readonly (readonly string[])[] {
  return rails.map(({ rail, approvedUsd, maximumUsd, approvedBy, approvedAt, endsAt }) => [
    id,
    name ?? "(name erased)",
    rail,
    dollars(approvedUsd),
    approvedBy ?? "unknown",
    personTime(approvedAt),
    dollars(maximumUsd),
    personTime(endsAt),
  ]);
}

export function describePaid({
  vendor,
  rail,
  count,
  largestUsd,
}: PaidByPolicy["payees"][number]): string {
  return `${vendor}  ${rail}: ${counted(count, "payment")} by policy, at most ${dollars(largestUsd)}`;
}

async function add({ options, env, output }: Given<AddOptions>): Promise<0> {
  const { workspace: workspaceId, vendor, amountUsd, rail, paidByPolicy } = options;
  const operator = operatorOf(options);
  if (paidByPolicy === true) {
    if (vendor !== undefined || amountUsd !== undefined) {
      throw new CommandError("Use --paid-by-policy without --vendor and --amount-usd.");
    }
    return inWorkspace({ options, env }, (treasury) => addPaid(treasury, options, output));
  }
  if (vendor === undefined || amountUsd === undefined) {
    throw new CommandError("Name --vendor and --amount-usd, or use --paid-by-policy.");
  }
  return inWorkspace({ options, env }, async (treasury) => {
    const added = await treasury.payees.add({ workspaceId, vendor, amountUsd, rail, operator });
    printAction(output, options, added);
  });
}

async function addPaid(
  { payees }: Treasury,
  options: Given<AddOptions>["options"],
  output: Given<AddOptions>["output"],
): Promise<void> {
  const { workspace: workspaceId, json } = options;
  const operator = operatorOf(options);
  const found = await payees.paidByPolicy({ workspaceId });
  const actions = [];
  for (const { vendor, rail, largestUsd: amountUsd } of found.payees) {
    const { action } = await payees.add({ workspaceId, vendor, rail, amountUsd, operator });
    if (!json) output.print(describeAction(action));
    actions.push(action);
  }
  if (json) output.print({ actions });
  else if (actions.length === 0) output.print("There is no payee to add.");
}

async function forget({
  argument: payeeId,
  options,
  env,
  output,
}: Given<WorkspaceOptions>): Promise<0> {
  if (payeeId === undefined) throw new CommandError("Name the id of the payee to forget.");
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId } = options;
    const ids = (await payeesOf(treasury, workspaceId)).map(({ id }) => id);
    const place = { workspaceId, payeeId: fullId(payeeId, ids) };
    const forgotten = await treasury.payees.forget({ ...place, operator: operatorOf(options) });
    const { name, id } = forgotten.payee;
    output.print(options.json ? forgotten : `Forgot ${name ?? id}.`);
  });
}
