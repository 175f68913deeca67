import type { Storage } from "@agent-treasury/provider";
import { entryFromBody } from "@agent-treasury/treasury-core";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { AccountMap } from "../export/account-map.ts";
import { accountingFormats, type AccountingName } from "../export/accounting-formats.ts";
import { csvHeading, csvLineOf } from "../export/csv-lines.ts";
import { type ExportDays, isWithin } from "../export/export-days.ts";
import {
  type ExportEnd,
  type ExportHeading,
  exportFormat,
  exportFormatVersion,
  lineOf,
} from "../export/export-lines.ts";
import { type JournalOptions, WorkspaceJournal } from "../export/journal.ts";
import { PaidSpends } from "../export/paid-spends.ts";
import { writeLines } from "../export/write-lines.ts";
import { type Given, type Run, databaseOption, dayOf } from "./command.ts";
import { openExistingDatabase, workspacesOf } from "./database.ts";
import { Progress } from "./output.ts";
import { readText } from "./rule-file.ts";

type ExportFormat = "jsonl" | "csv" | AccountingName;

const accountingNames = Object.keys(accountingFormats) as readonly AccountingName[];
const formats: readonly ExportFormat[] = ["jsonl", "csv", ...accountingNames];

interface ExportOptions {
  readonly format: ExportFormat;
  readonly out?: string;
  readonly from?: string;
  readonly to?: string;
  readonly accounts?: string;
}

export function addExport(program: Command, run: Run): void {
  program
    .command("export [workspace]")
    .summary("write heads, documents and entries to a file")
    .description(
      `Writes one workspace, or all, as JSON lines: the head, the documents and the entries of
each, as of one moment. The treasury can run meanwhile. The formats csv, for
spreadsheets, and hledger, beancount, quickbooks (QuickBooks Online) and xero, for accounting,
contain only the entries. The last three are for the books of one workspace, which import one period
after the other.`,
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
    .option(
      "--from <day>",
      "the first business day, such as 2026-01-01 (not jsonl)",
      dayOf("--from"),
    )
    .option("--to <day>", "the last business day (not jsonl)", dayOf("--to"))
    .option(
      "--accounts <file>",
      'names of accounts as JSON: {"accounts": {}, "vendors": {"Namecheap": "expenses:domains"}, "categories": {}, "agents": {}} (accounting formats)',
    )
    .action(run(exportWorkspaces));
}

function daysOf(options: ExportOptions): ExportDays {
  const { format, from = null, to = null } = options;
  if (format === "jsonl" && (from !== null || to !== null)) {
    throw new CommandError("JSON lines are complete. Use --from and --to with another format.");
  }
  if (from !== null && to !== null && from > to) {
    throw new CommandError(`--from ${from} is after --to ${to}.`);
  }
  return { from, to };
}

async function writerOf(options: ExportOptions, workspaceId: string | undefined): Promise<Writer> {
  const { format: name, accounts: file } = options;
  const days = daysOf(options);
  if (name === "jsonl" || name === "csv") {
    if (file === undefined) return name === "csv" ? csvLines(days) : jsonLines;
    throw new CommandError(`Use --accounts with --format ${accountingNames.join(", ")}.`);
  }
  const format = accountingFormats[name];
  if (format.isContinued && workspaceId === undefined) {
    throw new CommandError(`The format ${name} is for one workspace. Name it.`);
  }
  const text = file === undefined ? null : await readText(file);
  return journalLines({ days, format, accounts: new AccountMap(format, file ?? "", text) });
}

async function exportWorkspaces({
  argument,
  options,
  env,
  output,
}: Given<ExportOptions>): Promise<0> {
  const { out } = options;
  const writer = await writerOf(options, argument);
  const storage = await openExistingDatabase(env);
  const progress = new Progress(output, "Wrote");
  try {
    const lines = writer(storage, argument, progress);
    await writeLines(out, lines);
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

function csvLines(days: ExportDays): Writer {
  return async function* csv(storage, workspaceId, progress) {
    yield csvHeading;
    for await (const id of exportedFrom(storage, workspaceId)) {
      const spends = new PaidSpends();
      for await (const part of progress.count(storage.copy(id))) {
        spends.add(part);
        if (part.kind !== "entry") continue;
        const { day, proposalId } = entryFromBody(part.entry.body);
        if (isWithin(days, day)) yield csvLineOf(id, part.entry, spends.get(proposalId));
      }
    }
  };
}

function journalLines(options: JournalOptions): Writer {
  return async function* lines(storage, workspaceId, progress) {
    yield options.format.heading;
    for await (const id of exportedFrom(storage, workspaceId)) {
      const spends = new PaidSpends();
      let journal: WorkspaceJournal | null = null;
      for await (const part of progress.count(storage.copy(id))) {
        spends.add(part);
        if (part.kind === "head") journal = new WorkspaceJournal(id, part.head, options);
        if (part.kind !== "entry") continue;
        const { proposalId } = entryFromBody(part.entry.body);
        yield* journal?.entry(part.entry, spends.get(proposalId)) ?? [];
      }
      yield* journal?.end() ?? [];
    }
  };
}

/** Without the service's own records, such as sessions and cursors of deliveries. */
async function* exportedFrom(storage: Storage, one: string | undefined): AsyncGenerator<string> {
  if (one?.startsWith("~") === true) {
    throw new CommandError(`${one} has records of the service, which are not exported.`);
  }
  for await (const id of workspacesOf(storage, one)) if (!id.startsWith("~")) yield id;
}
