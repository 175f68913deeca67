import { redact } from "@agent-treasury/provider";
import { tellFailure, type Environment } from "@agent-treasury/server";
import manifest from "../../package.json" with { type: "json" };
import { isCommandError } from "../command-error.ts";
import { type Request, readRequest } from "./arguments.ts";
import { runDoctor } from "./doctor.ts";
import { withEnvFiles } from "./env-files.ts";
import { eraseText } from "./erase-text.ts";
import { exportWorkspaces } from "./export.ts";
import { runInit } from "./init.ts";
import { migrate } from "./migrate.ts";
import type { Output } from "./output.ts";
import { runReconcile } from "./reconcile.ts";
import { type SelfReadingName, helpFor, selfReadingNames, usage } from "./usage.ts";
import { verify } from "./verify.ts";

/** What the shell is told: see `usage`. */
export type ExitCode = 0 | 1 | 2;

/** A command that reads what follows its name by itself. */
type SelfReading = (
  words: readonly string[],
  env: Environment,
  output: Output,
) => Promise<ExitCode>;

const selfReading: Readonly<Record<SelfReadingName, SelfReading>> = {
  reconcile: runReconcile,
  doctor: runDoctor,
  init: runInit,
};

/** Runs what was typed after the program's name. Never rejects. */
export async function runCommand(
  typed: readonly string[],
  environment: Environment,
  output: Output,
): Promise<ExitCode> {
  try {
    const { words, env } = await withEnvFiles(typed, environment);
    const wantsHelp = words.includes("--help") || words.includes("-h");
    const own = selfReadingNames.find((name) => name === words[0]);
    if (own !== undefined && !wantsHelp) return await selfReading[own](words.slice(1), env, output);
    return await perform(readRequest(words, env), output);
  } catch (error) {
    output.progress("");
    output.complain(`agent-treasury: ${redact(explain(error))}`);
    return 2;
  }
}

async function perform(request: Request, output: Output): Promise<ExitCode> {
  switch (request.kind) {
    case "verify":
      return verify(request, output);
    case "export":
      return exportWorkspaces(request, output);
    case "migrate":
      return migrate(request, output);
    case "erase-text":
      return eraseText(request, output);
    case "help":
      output.print(helpFor(request.about));
      return 0;
    case "version":
      output.print(manifest.version);
      return 0;
    case "bare":
      output.complain(usage);
      return 2;
  }
}

function explain(error: unknown): string {
  if (isCommandError(error)) return error.message;
  const told = tellFailure(error);
  if (told !== null) return told;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code?.startsWith("ERR_PARSE_ARGS") === true
    ? `${firstSentence(error.message)}. See agent-treasury --help.`
    : error.message;
}

/** After it Node tells how an argument is written that begins with a dash, which none of ours does. */
function firstSentence(message: string): string {
  return message.split(/\.(?: |$)/, 1)[0] ?? message;
}
