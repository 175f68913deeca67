import { userInfo } from "node:os";
import type { Command } from "commander";
import { type Given, type Run, databaseOption, momentOf } from "./command.ts";
import { counted } from "./counted.ts";
import { openExistingDatabase, requireWorkspace } from "./database.ts";
import { openTreasury } from "./open-treasury.ts";

interface EraseTextOptions {
  readonly workspace: string;
  readonly before?: Date;
  readonly operator?: string;
}

export function addEraseText(program: Command, run: Run): void {
  program
    .command("erase-text")
    .summary("erase the free text of a workspace (the hash chain still verifies)")
    .description(
      `Permanently erases the free text of a workspace: descriptions, vendors, purposes, reasons,
comments, operator names, and the salts of their commitments. Amounts, times and digests
remain, so the hash chain still verifies. Proposals that are pending or in payment keep
their text: decide them, and run the command again. The log of the agent's turns is
deleted, so a paused turn cannot resume. An audit record stores the operator and the time.`,
    )
    .requiredOption("--workspace <id>", "the workspace whose text is erased")
    .option(
      "--before <date>",
      "only text older than a day (2026-01-31) or a time with a time zone (2026-01-31T18:00:00Z)",
      momentOf("--before"),
    )
    .option(
      "--operator <name>",
      "the operator's name for the audit record (default: this machine's user)",
    )
    .addOption(databaseOption())
    .action(run(eraseText));
}

async function eraseText({ options, env, output }: Given<EraseTextOptions>): Promise<0> {
  const { workspace: workspaceId, before, operator = userInfo().username } = options;
  const storage = await openExistingDatabase(env);
  const treasury = openTreasury(storage);
  try {
    await requireWorkspace(storage, workspaceId);
    const erasure = await treasury.eraseText({ workspaceId, operator, ...(before && { before }) });
    if (options.json) {
      output.print(erasure);
      return 0;
    }
    const { entries, documents, kept, turnRecords } = erasure;
    output.print(
      `${workspaceId}  erased the text of ${counted(entries, "entry", "entries")}, ${counted(documents, "document")} and ${counted(turnRecords, "turn record")}, older than ${erasure.before}.`,
    );
    if (kept > 0) {
      output.print(
        `Pending or in payment, so their text remains: ${counted(kept, "proposal")}. Run the command again once they are closed.`,
      );
    }
    output.print("Backups, exports and logs still contain the text.");
    return 0;
  } finally {
    await treasury.close();
  }
}
