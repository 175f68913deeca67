import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { openExistingDatabase } from "./database.ts";
import { openTreasury } from "./open-treasury.ts";

interface RestoredOptions {
  readonly yes?: true;
}

const meaning = `A new deployment id separates this copy from its original, which may still run with the same
account. Payments that the original prepared are then only looked up: a held spend that was not
paid before the copy was made is released or needs review. Stop every process of this database
first.`;

export function addRestored(program: Command, run: Run): void {
  program
    .command("restored")
    .summary("give a restored or copied database its own deployment id")
    .description(`Writes a new deployment id to a restored or copied database.\n\n${meaning}`)
    .option("--yes", "do not ask")
    .addOption(databaseOption())
    .action(run(restored));
}

async function restored({ options, env, output }: Given<RestoredOptions>): Promise<0> {
  const storage = await openExistingDatabase(env);
  const treasury = openTreasury(storage);
  try {
    const before = await treasury.deployment.id();
    if (options.yes !== true) {
      output.complain(meaning);
      await confirm();
    }
    const id = await treasury.deployment.replaceId();
    if (options.json) {
      output.print({ before, id });
      return 0;
    }
    output.print(`The deployment id is ${id}. It was ${before ?? "not set"}.`);
    output.print(
      "Set TREASURY_DEPLOYMENT_ID to it, so that doctor and the server report another copy.",
    );
    return 0;
  } finally {
    await treasury.close();
  }
}

/** @throws CommandError unless a person agrees on a terminal. */
async function confirm(): Promise<void> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new CommandError("Nothing was changed. Run it again with --yes.");
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await terminal.question("Write a new deployment id? [y/N] ");
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError("Nothing was changed.");
  } finally {
    terminal.close();
  }
}
