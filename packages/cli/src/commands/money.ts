import type { LedgerEntry } from "@agent-treasury/contract";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { openExistingDatabase, workspacesOf } from "./database.ts";
import { dollars } from "./dollars.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
import { openTreasury } from "./open-treasury.ts";
import { personTime, tableLines } from "./table.ts";

interface LedgerOptions extends WorkspaceOptions {
  readonly limit: number;
}

const mostEntries = 100;

export function addMoney(program: Command, run: Run): void {
  program
    .command("balance [workspace]")
    .summary("show the money of a workspace, or of all")
    .addOption(databaseOption())
    .action(run(balance));
  withWorkspace(program.command("ledger"))
    .summary("list the newest ledger entries of a workspace")
    .option("--limit <count>", `at most ${mostEntries} entries`, countOf, 20)
    .action(run(ledger));
}

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count > 0 && count <= mostEntries) return count;
  throw new CommandError(
    `--limit is ${JSON.stringify(text)}. Use a number from 1 to ${mostEntries}. agent-treasury export writes all entries.`,
  );
}

async function balance({ argument, options, env, output }: Given<object>): Promise<0> {
  const storage = await openExistingDatabase(env);
  const treasury = openTreasury(storage);
  try {
    const workspaces = [];
    for await (const id of workspacesOf(storage, argument)) {
      // Records of the service itself.
      if (id.startsWith("~")) continue;
      const { workspaceId, balanceUsd, heldUsd, ...rest } = await treasury.state(id);
      const { depositsUsd, revenueUsd, expenseUsd, pendingCount } = rest;
      const moved = { depositsUsd, revenueUsd, expenseUsd };
      workspaces.push({ workspaceId, balanceUsd, heldUsd, ...moved, pendingCount });
    }
    if (options.json) output.print(JSON.stringify({ workspaces }, null, 2));
    else if (workspaces.length === 0) output.print("The database has no workspaces.");
    else {
      const heads = ["WORKSPACE", "BALANCE", "HELD", "DEPOSITS", "REVENUE", "EXPENSES"];
      const rows = workspaces.map((one) => [
        one.workspaceId,
        ...[one.balanceUsd, one.heldUsd].map(dollars),
        ...[one.depositsUsd, one.revenueUsd, one.expenseUsd].map(dollars),
        String(one.pendingCount),
      ]);
      for (const line of tableLines([...heads, "PENDING"], rows)) output.print(line);
    }
    return 0;
  } finally {
    await treasury.close();
  }
}

async function ledger({ options, env, output }: Given<LedgerOptions>): Promise<0> {
  const { workspace, limit, json } = options;
  return inWorkspace({ options, env }, async (treasury) => {
    const { ledger: newest } = await treasury.state(workspace);
    const entries = newest.slice(0, limit);
    const total = newest[0]?.sequence ?? 0;
    if (json) output.print(JSON.stringify({ entries, total }, null, 2));
    else if (total === 0) output.print(`${workspace} has no ledger entries.`);
    else for (const line of tableLines(ledgerHeads, entries.map(rowOf))) output.print(line);
    if (entries.length < total) {
      const more = "agent-treasury export --format csv writes all";
      output.complain(`The newest ${entries.length} of ${total} entries. ${more}.`);
    }
  });
}

const ledgerHeads = ["#", "TIME", "TYPE", "AMOUNT", "BALANCE", "DESCRIPTION"];

function rowOf(entry: LedgerEntry): readonly string[] {
  const { sequence, createdAt, type, amountUsd, balanceUsd, description } = entry;
  const amounts = [dollars(amountUsd), dollars(balanceUsd)];
  return [String(sequence), personTime(createdAt), type, ...amounts, description];
}
