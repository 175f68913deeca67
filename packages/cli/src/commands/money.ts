import type { LedgerEntry, TreasuryState } from "@agent-treasury/contract";
import type { Environment } from "@agent-treasury/server";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { openExistingDatabase, workspacesOf } from "./database.ts";
import { dollars } from "./dollars.ts";
import { openTreasury } from "./open-treasury.ts";
import { personTime, tableLines } from "./table.ts";

interface LedgerOptions {
  readonly workspace?: string;
  readonly limit: number;
}

const mostEntries = 100;

export function addMoney(program: Command, run: Run): void {
  program
    .command("balance [workspace]")
    .summary("show the money of a workspace, or of all")
    .addOption(databaseOption())
    .action(run(balance));
  program
    .command("ledger")
    .summary("list the newest ledger entries of a workspace, or of all")
    .option("--workspace <id>", "only this workspace")
    .option("--limit <count>", `at most ${mostEntries} entries of a workspace`, countOf, 20)
    .addOption(databaseOption())
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
  const workspaces = await readEach(env, argument, (state) => {
    const { workspaceId, balanceUsd, heldUsd, depositsUsd, revenueUsd, expenseUsd } = state;
    const moved = { depositsUsd, revenueUsd, expenseUsd };
    return { workspaceId, balanceUsd, heldUsd, ...moved, pendingCount: state.pendingCount };
  });
  if (options.json) output.print({ workspaces });
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
}

/** Returns what `read` returns for one workspace, or for each. */
async function readEach<Read>(
  env: Environment,
  one: string | undefined,
  read: (state: TreasuryState) => Read,
): Promise<readonly Read[]> {
  const storage = await openExistingDatabase(env);
  const treasury = openTreasury(storage);
  try {
    const all: Read[] = [];
    for await (const id of workspacesOf(storage, one)) {
      // Records of the service itself.
      if (!id.startsWith("~")) all.push(read(await treasury.state(id)));
    }
    return all;
  } finally {
    await treasury.close();
  }
}

async function ledger({ options, env, output }: Given<LedgerOptions>): Promise<0> {
  const { workspace, limit, json } = options;
  const workspaces = await readEach(env, workspace, ({ workspaceId, ledger: newest }) => ({
    workspaceId,
    entries: newest.slice(0, limit),
    total: newest[0]?.sequence ?? 0,
  }));
  if (json) {
    const all = workspaces.map(({ entries, total }) => ({ entries, total }));
    output.print(workspace === undefined ? { workspaces } : (all[0] ?? {}));
  } else {
    const rows = workspaces.flatMap(({ workspaceId, entries }) =>
      entries.map((entry) => (workspace === undefined ? [workspaceId] : []).concat(rowOf(entry))),
    );
    const heads = (workspace === undefined ? ["WORKSPACE"] : []).concat(ledgerHeads);
    const place = workspace ?? "The database";
    if (rows.length === 0) output.print(`${place} has no ledger entries.`);
    else for (const line of tableLines(heads, rows)) output.print(line);
  }
  for (const { workspaceId, entries, total } of workspaces) {
    if (entries.length === total) continue;
    const more = "agent-treasury export --format csv writes all";
    const place = workspace === undefined ? ` of ${workspaceId}` : "";
    output.complain(`The newest ${entries.length} of ${total} entries${place}. ${more}.`);
  }
  return 0;
}

const ledgerHeads = ["#", "TIME", "TYPE", "AMOUNT", "BALANCE", "DESCRIPTION"];

function rowOf(entry: LedgerEntry): string[] {
  const { sequence, createdAt, type, amountUsd, balanceUsd, description } = entry;
  const amounts = [dollars(amountUsd), dollars(balanceUsd)];
  return [String(sequence), personTime(createdAt), type, ...amounts, description];
}
