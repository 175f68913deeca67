import { once } from "node:events";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import type { Storage } from "@agent-treasury/provider";
import { CommandError } from "../command-error.ts";
import { csvHeading, csvLineOf } from "../export/csv-lines.ts";
import type { ExportFormat } from "../export/export-formats.ts";
import {
  type ExportEnd,
  type ExportHeading,
  exportFormat,
  exportFormatVersion,
  lineOf,
} from "../export/export-lines.ts";
import { WorkspaceJournal, journalHeading } from "../export/journal.ts";
import { openExistingDatabase } from "./existing-database.ts";
import type { Output } from "./output.ts";
import { Progress } from "./progress.ts";
import { workspacesOf } from "./workspaces-of.ts";

/** What `export` was asked for. */
export interface ExportRequest {
  /** Null for all of them. */
  readonly workspaceId: string | null;
  readonly database: string | undefined;
  /** Null for the standard output. */
  readonly outFile: string | null;
  readonly format: ExportFormat;
}

const charactersAtOnce = 65_536;

/** Writes workspaces, each as it is at one moment. */
export async function exportWorkspaces(request: ExportRequest, output: Output): Promise<0> {
  const storage = await openExistingDatabase(request.database);
  const progress = new Progress(output, "Wrote");
  try {
    const lines = writers[request.format](storage, request.workspaceId, progress);
    if (request.outFile === null) await writeOut(lines);
    else await writeFile(request.outFile, lines);
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
  workspaceId: string | null,
  progress: Progress,
) => AsyncGenerator<string>;

const writers: Readonly<Record<ExportFormat, Writer>> = {
  jsonl: jsonLines,
  csv: csvLines,
  hledger: journalLines,
};

async function* jsonLines(
  storage: Storage,
  workspaceId: string | null,
  progress: Progress,
): AsyncGenerator<string> {
  const exportedAt = new Date().toISOString();
  const heading = { format: exportFormat, formatVersion: exportFormatVersion, exportedAt };
  yield JSON.stringify({ ...heading, workspaceId } satisfies ExportHeading);
  for await (const id of workspacesOf(storage, workspaceId)) {
    for await (const part of progress.count(storage.copy(id))) {
      yield lineOf({ workspaceId: id, part });
    }
  }
  const { workspaces, records } = progress;
  yield JSON.stringify({ record: "end", workspaces, records } satisfies ExportEnd);
}

async function* csvLines(
  storage: Storage,
  workspaceId: string | null,
  progress: Progress,
): AsyncGenerator<string> {
  yield csvHeading;
  for await (const id of workspacesOf(storage, workspaceId)) {
    for await (const part of progress.count(storage.copy(id))) {
      if (part.kind === "entry") yield csvLineOf(id, part.entry);
    }
  }
}

async function* journalLines(
  storage: Storage,
  workspaceId: string | null,
  progress: Progress,
): AsyncGenerator<string> {
  yield journalHeading;
  for await (const id of workspacesOf(storage, workspaceId)) {
    let journal: WorkspaceJournal | null = null;
    for await (const part of progress.count(storage.copy(id))) {
      if (part.kind === "head") journal = new WorkspaceJournal(id, part.head);
      if (part.kind === "entry") yield* journal?.entry(part.entry) ?? [];
    }
    yield* journal?.end() ?? [];
  }
}

/** Lines in pieces of a size that is worth a write. */
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
      reject(new CommandError("The export was cut: nobody read it to its end.", { cause }));
    });
  });
  const write = async (): Promise<void> => {
    for await (const piece of piecesOf(lines)) {
      if (!stdout.write(piece)) await once(stdout, "drain");
    }
  };
  await Promise.race([write(), failed]);
}

/** The file has its name only once all of it is on the disk. */
async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  if (await exists(path)) throw new CommandError(`${path} exists: choose a new name.`);
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
    const remedy = "its folder must be there, and this user must be allowed to write to it.";
    throw new CommandError(`${path} cannot be written: ${remedy}`, { cause });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
