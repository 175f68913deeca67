import type { Storage } from "@agent-treasury/provider";
import { describeDatabase } from "@agent-treasury/server";
import { openStorage } from "@agent-treasury/server/parts";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { moveWorkspaces } from "../move/move-workspaces.ts";
import { type MoveSigns, abandonMove } from "../move/moved-route.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { openExistingDatabase, readAddress, requireWorkspace } from "./database.ts";
import { openObjects, readObjectsAddress } from "./objects-address.ts";
import type { Output } from "./output.ts";

interface MoveOptions {
  readonly to: string;
  readonly workspace?: string;
  readonly abandon?: true;
}

export function addMove(program: Command, run: Run): void {
  program
    .command("move")
    .summary("move all workspaces, or one, to another database")
    .description(
      `Moves all workspaces, or one, to another database, with everything that belongs to them.
The source remains in use while most is copied and verified. It is closed for writers
only while the last changes are copied and compared, and stays closed. Its processes
then answer with storage_moved until they are restarted with the new database.
Continues an interrupted move when it is run again.`,
    )
    .addOption(databaseOption())
    .requiredOption("--to <address>", "the target, as in --database; created if it is missing")
    .option("--workspace <id>", "only this one; records of the service itself remain")
    .option(
      "--abandon",
      "empty the target of an unfinished move, and reopen the source; impossible once the target is open",
    )
    .action(run(move));
}

async function move({ options, env, output }: Given<MoveOptions>): Promise<0> {
  const { workspace, abandon } = options;
  // Storages divide these differently, so that a part of them would be lost.
  if (abandon !== true && workspace?.startsWith("~") === true) {
    throw new CommandError(
      `${workspace} contains records of the service itself, which move only with all workspaces: omit --workspace.`,
    );
  }
  const { place, open } = targetAt(options.to);
  const source = await openExistingDatabase(env);
  let target: Storage | null = null;
  try {
    if (workspace !== undefined) await requireWorkspace(source, workspace);
    target = await open();
    const ends = { source, target, scope: workspace ?? null, signs: signsOf(output) };
    if (abandon === true) {
      await abandonMove(ends);
      output.print(
        options.json ? { abandoned: true } : "The move was abandoned. The source is open for use.",
      );
      return 0;
    }
    const moved = await moveWorkspaces(ends);
    output.print(options.json ? { moved } : describe(moved, place));
    return 0;
  } finally {
    output.progress("");
    await target?.close();
    await source.close();
  }
}

function targetAt(to: string): { readonly place: string; open(): Promise<Storage> } {
  const objects = readObjectsAddress(to);
  if (objects !== null) {
    return { place: `Durable Objects, ${objects.url}`, open: () => openObjects(objects) };
  }
  const address = readAddress({ TREASURY_DATABASE_URL: to });
  if (address.kind === "memory") throw new CommandError("memory: cannot be a target.");
  return { place: describeDatabase(address), open: () => openStorage(address) };
}

function describe(moved: Awaited<ReturnType<typeof moveWorkspaces>>, place: string): string {
  if (moved === null) return `The move to ${place} was already complete.`;
  const seconds = (moved.closedMs / 1_000).toFixed(1);
  const { workspaces } = moved;
  const what = workspaces === 1 ? "1 workspace" : `${workspaces ?? "all"} workspaces`;
  return `Moved ${what} to ${place}. Writers were closed for ${seconds} s. Restart the processes with the new database.`;
}

function signsOf(output: Output): MoveSigns {
  let rows = 0;
  return {
    phase: (line) => {
      output.progress("");
      output.complain(line);
    },
    rows: (count) => {
      if (count === 0) return;
      rows += count;
      output.progress(`Copied ${rows} rows.`);
    },
  };
}
