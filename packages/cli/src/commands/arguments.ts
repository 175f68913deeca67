import { parseArgs } from "node:util";
import type { Environment } from "@agent-treasury/server";
import { CommandError } from "../command-error.ts";
import { type ExportFormat, exportFormats } from "../export/export-formats.ts";
import type { EraseTextRequest } from "./erase-text.ts";
import type { ExportRequest } from "./export.ts";
import type { MigrateRequest } from "./migrate.ts";
import { readMoment } from "./read-moment.ts";
import { type CommandName, type SelfReadingName, commandNames, isSelfReading } from "./usage.ts";
import type { VerifyRequest } from "./verify.ts";

/** What was typed, read and checked. */
export type Request =
  | { readonly kind: "help"; readonly about: CommandName | null }
  | { readonly kind: "version" }
  | { readonly kind: "bare" }
  | ({ readonly kind: "verify" } & VerifyRequest)
  | ({ readonly kind: "export" } & ExportRequest)
  | ({ readonly kind: "migrate" } & MigrateRequest)
  | ({ readonly kind: "erase-text" } & EraseTextRequest);

const seeHelp = "See agent-treasury --help.";

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const everyOption = {
  database: text,
  json: flag,
  help: { ...flag, short: "h" },
} as const;

/** Reads what was typed after the program's name. Throws what is wrong with it, for people. */
export function readRequest(words: readonly string[], env: Environment): Request {
  const first = words.find((word) => !word.startsWith("-"));
  const wantsHelp = words.includes("--help") || words.includes("-h");
  if (first === undefined) {
    if (wantsHelp) return { kind: "help", about: null };
    if (words.includes("--version")) return { kind: "version" };
    if (words.length === 0) return { kind: "bare" };
  }
  if (first === "help") return { kind: "help", about: commandNamed(words[1]) };
  const name = commandNamed(first);
  if (name === null)
    throw new CommandError(`There is no command "${first ?? words[0]}". ${seeHelp}`);
  if (wantsHelp || isSelfReading(name)) return { kind: "help", about: name };
  return readers[name](words, env);
}

function commandNamed(word: string | undefined): CommandName | null {
  return commandNames.find((name) => name === word) ?? null;
}

type Reader = (words: readonly string[], env: Environment) => Request;

const readers: Readonly<Record<Exclude<CommandName, SelfReadingName>, Reader>> = {
  verify: (words, env) => {
    const options = { ...everyOption, export: text, heads: { ...text, multiple: true } } as const;
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options,
    });
    if (values.export !== undefined && values.database !== undefined) {
      throw new CommandError(`verify takes --database or --export, not both. ${seeHelp}`);
    }
    return {
      kind: "verify",
      workspaceId: oneAtMost("verify", positionals),
      database: addressOf(values.database, env),
      exportFile: values.export ?? null,
      headFiles: values.heads ?? [],
      json: values.json,
    };
  },
  export: (words, env) => {
    const options = { ...everyOption, out: text, format: text } as const;
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options,
    });
    return {
      kind: "export",
      workspaceId: oneAtMost("export", positionals),
      database: addressOf(values.database, env),
      outFile: values.out ?? null,
      format: formatNamed(values.format ?? "jsonl"),
    };
  },
  migrate: (words, env) => {
    const options = { ...everyOption, print: flag, check: flag } as const;
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options,
    });
    if (positionals.length > 1) throw new CommandError(`migrate takes no workspace. ${seeHelp}`);
    if (values.print && values.check) {
      throw new CommandError(`migrate takes --print or --check, not both. ${seeHelp}`);
    }
    const does = values.print ? "print" : values.check ? "check" : "run";
    return { kind: "migrate", does, database: addressOf(values.database, env), json: values.json };
  },
  "erase-text": (words, env) => {
    const options = { ...everyOption, workspace: text, before: text, operator: text } as const;
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options,
    });
    if (values.workspace === undefined || positionals.length > 1) {
      throw new CommandError(`erase-text takes --workspace and an id. ${seeHelp}`);
    }
    return {
      kind: "erase-text",
      workspaceId: values.workspace,
      before: values.before === undefined ? null : readMoment("--before", values.before),
      operator: values.operator ?? null,
      database: addressOf(values.database, env),
      json: values.json,
    };
  },
};

function formatNamed(word: string): ExportFormat {
  const format = exportFormats.find((name) => name === word);
  if (format !== undefined) return format;
  throw new CommandError(
    `--format is ${JSON.stringify(word)}. Write ${exportFormats.join(", ")}. ${seeHelp}`,
  );
}

function addressOf(given: string | undefined, env: Environment): string | undefined {
  return given ?? env["TREASURY_DATABASE_URL"];
}

function oneAtMost(name: CommandName, [, workspaceId, ...more]: readonly string[]): string | null {
  if (more.length > 0) throw new CommandError(`${name} takes one workspace at most. ${seeHelp}`);
  return workspaceId ?? null;
}
