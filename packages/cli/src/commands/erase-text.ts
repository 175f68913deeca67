import { userInfo } from "node:os";
import { createTreasury } from "@agent-treasury/treasury-core";
import type { Command } from "commander";
import { type Given, type Run, databaseOption, momentOf } from "./command.ts";
import { openExistingDatabase, requireWorkspace } from "./database.ts";

interface EraseTextOptions {
  readonly workspace: string;
  readonly before?: Date;
  readonly operator?: string;
}

/** Adds `erase-text` to the program. */
export function addEraseText(program: Command, run: Run): void {
  program
    .command("erase-text")
    .summary("erase the free text of a workspace; the hash chain still verifies")
    .description(
      `Erases the free text of a workspace permanently: descriptions, vendors, purposes, reasons,
comments and the operators' names in them, with the salts of their commitments. Amounts,
times and digests stay, so the hash chain still verifies. Proposals that wait or are being
paid keep their text: decide them, and run the command again. The log of the agent's
turns is deleted, so a waiting turn cannot resume. An audit record names the operator
and the time.`,
    )
    .requiredOption("--workspace <id>", "the workspace whose text is erased")
    .option(
      "--before <date>",
      "only older text: a day, 2026-01-31, or a time with its zone, 2026-01-31T18:00:00Z",
      momentOf("--before"),
    )
    .option("--operator <name>", "who erases, for the record; this machine's user unless given")
    .addOption(databaseOption())
    .action(run(eraseText));
}

/**
 * The time zone whose day begins last. The deployment may count days in any zone: with this one, the
 * command starts no new day, and so no new daily limit, before the deployment does.
 */
const latestZone = "Etc/GMT+12";

/** Erases a workspace's free text, and prints how much that was. */
async function eraseText({ options, env, output }: Given<EraseTextOptions>): Promise<0> {
  const { workspace: workspaceId, before, operator = userInfo().username } = options;
  const storage = await openExistingDatabase(env);
  const baseUrl = "http://localhost";
  const treasury = createTreasury({ baseUrl, storage, timeZone: latestZone });
  try {
    await requireWorkspace(storage, workspaceId);
    const erasure = await treasury.eraseText({ workspaceId, operator, ...(before && { before }) });
    if (options.json) {
      output.print(JSON.stringify(erasure, null, 2));
      return 0;
    }
    const { entries, documents, kept, turnRecords } = erasure;
    output.print(
      `${workspaceId}  erased the text of ${entries} entries and ${documents} documents, and ${turnRecords} records of turns, older than ${erasure.before}.`,
    );
    if (kept > 0) {
      output.print(
        `${kept} proposals wait or are being paid, and keep their text: run it again later.`,
      );
    }
    output.print("Backups, exports and logs still have it: see docs/backup.md.");
    return 0;
  } finally {
    await treasury.close();
  }
}
