import { once } from "node:events";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import type { Storage } from "@agent-treasury/provider";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { csvHeading, csvLineOf } from "../export/csv-lines.ts";
import {
  type ExportEnd,
  type ExportHeading,
  exportFormat,
  exportFormatVersion,
  lineOf,
} from "../export/export-lines.ts";
import { WorkspaceJournal, journalHeading } from "../export/journal.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { openExistingDatabase, workspacesOf } from "./database.ts";
import { Progress } from "./output.ts";

const formats = ["jsonl", "csv", "hledger"] as const;
type ExportFormat = (typeof formats)[number];

interface ExportOptions {
  readonly format: ExportFormat;
  readonly out?: string;
}

export function addExport(program: Command, run: Run): void {
  program
    .command("export [workspace]")
    .summary("write heads, documents and entries to a file")
    .description(
      `Writes one workspace, or all, as JSON lines: the head, the documents and the entries of
each, as of one moment. The treasury can run meanwhile. The formats csv, for
spreadsheets, and hledger, for plain text accounting, contain only the entries.`,
    )
    .addOption(databaseOption())
    .addOption(
      new Option("--format <name>", "only jsonl is complete and can be verified")
        .choices(formats)
        .default("jsonl"),
    )
    .option(
      "--out <file>",
      "a new file, created under this name once it is complete (default: standard output)",
    )
    .action(run(exportWorkspaces));
}

const charactersAtOnce = 65_536;

async function exportWorkspaces({
  argument,
  options: { format, out },
  env,
  output,
}: Given<ExportOptions>): Promise<0> {
  const storage = await openExistingDatabase(env);
  const progress = new Progress(output, "Wrote");
  try {
    const lines = writers[format](storage, argument, progress);
    await (out === undefined ? writeOut(lines) : writeFile(out, lines));
  } finally {
    progress.end();
    await storage.close();
  }
  const { workspaces, records } = progress;
  const what = workspaces === 1 ? "1 workspace" : `${workspaces} workspaces`;
  output.complain(`Exported ${what}, ${records} records.`);
  return 0;
}

type Writer = (
  storage: Storage,
  workspaceId: string | undefined,
  progress: Progress,
) => AsyncGenerator<string>;

const writers: Readonly<Record<ExportFormat, Writer>> = {
  jsonl: jsonLines,
  csv: csvLines,
  hledger: journalLines,
};

async function* jsonLines(
  storage: Storage,
  workspaceId: string | undefined,
  progress: Progress,
): AsyncGenerator<string> {
  const exportedAt = new Date().toISOString();
  const heading = { format: exportFormat, formatVersion: exportFormatVersion, exportedAt };
  yield JSON.stringify({
    ...heading,
    workspaceId: workspaceId ?? null,
  } satisfies ExportHeading);
  for await (const id of exportedFrom(storage, workspaceId)) {
    for await (const part of progress.count(storage.copy(id))) {
      yield lineOf({ workspaceId: id, part });
    }
  }
  const { workspaces, records } = progress;
  yield JSON.stringify({ record: "end", workspaces, records } satisfies ExportEnd);
}

async function* csvLines(
  storage: Storage,
  workspaceId: string | undefined,
  progress: Progress,
): AsyncGenerator<string> {
  yield csvHeading;
  for await (const id of exportedFrom(storage, workspaceId)) {
    for await (const part of progress.count(storage.copy(id))) {
      if (part.kind === "entry") yield csvLineOf(id, part.entry);
    }
  }
}

async function* journalLines(
  storage: Storage,
  workspaceId: string | undefined,
  progress: Progress,
): AsyncGenerator<string> {
  yield journalHeading;
  for await (const id of exportedFrom(storage, workspaceId)) {
    let journal: WorkspaceJournal | null = null;
    for await (const part of progress.count(storage.copy(id))) {
      if (part.kind === "head") journal = new WorkspaceJournal(id, part.head);
      if (part.kind === "entry") yield* journal?.entry(part.entry) ?? [];
    }
    yield* journal?.end() ?? [];
  }
}

/** Without the service's own records, such as sessions and cursors of deliveries. */
async function* exportedFrom(storage: Storage, one: string | undefined): AsyncGenerator<string> {
  if (one?.startsWith("~") === true) {
    throw new CommandError(`${one} has records of the service, which are not exported.`);
  }
  for await (const id of workspacesOf(storage, one)) if (!id.startsWith("~")) yield id;
}

/** Joins lines into large chunks. */
async function* piecesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < charactersAtOnce) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

async function writeOut(lines: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  const failed = new Promise<never>((_resolve, reject) => {
    stdout.once("error", (cause) => {
      reject(
        new CommandError("The export is incomplete, because its reader closed the pipe.", {
          cause,
        }),
      );
    });
  });
  const write = async (): Promise<void> => {
    for await (const piece of piecesOf(lines)) {
      if (!stdout.write(piece)) await once(stdout, "drain");
    }
  };
  await Promise.race([write(), failed]);
}

/** Renames the file once it is fully on the disk. */
async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const existing = await stat(path).catch(() => null);
  if (existing !== null) throw new CommandError(`${path} already exists. Choose a new name.`);
  const partial = `${path}.partial`;
  let file: FileHandle | null = null;
  try {
    file = await openToWrite(path, partial);
    for await (const piece of piecesOf(lines)) await file.writeFile(piece);
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file?.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

async function openToWrite(path: string, partial: string): Promise<FileHandle> {
  try {
    return await open(partial, "w", 0o600);
  } catch (cause) {
    const remedy = "its folder must exist and be writable for this user.";
    throw new CommandError(`${path} cannot be written: ${remedy}`, { cause });
  }
}
