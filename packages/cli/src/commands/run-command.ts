import { parseArgs } from "node:util";
import { redact } from "@agent-treasury/treasury-core";
import { tellFailure } from "../deployment/tell-failure.ts";
import type { Environment } from "../settings/settings.ts";
import { CommandError, isCommandError } from "./command-error.ts";
import type { Output } from "./output.ts";
import { runReconcile } from "./reconcile.ts";
import { usage } from "./usage.ts";
import { type VerifyRequest, verify } from "./verify.ts";

/** What the shell is told: see `usage`. */
export type ExitCode = 0 | 1 | 2;

type Request =
  | { readonly kind: "help" }
  | { readonly kind: "bare" }
  | ({ readonly kind: "verify" } & VerifyRequest);

/** Runs what was typed after the program's name. Never rejects. */
export async function runCommand(
  words: readonly string[],
  env: Environment,
  output: Output,
): Promise<ExitCode> {
  try {
    if (words[0] === "reconcile") return await runReconcile(words.slice(1), env, output);
    const request = readRequest(words, env);
    if (request.kind === "verify") return await verify(request, output);
    if (request.kind === "help") {
      output.print(usage);
      return 0;
    }
    output.complain(usage);
    return 2;
  } catch (error) {
    output.complain(`agent-treasury: ${redact(explain(error))}`);
    return 2;
  }
}

function readRequest(words: readonly string[], env: Environment): Request {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      database: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [command, workspaceId, ...more] = positionals;
  if (values.help || command === "help") return { kind: "help" };
  if (command === undefined) return { kind: "bare" };
  if (command !== "verify") throw new CommandError(`There is no command "${command}". ${seeHelp}`);
  if (more.length > 0) throw new CommandError(`verify takes one workspace at most. ${seeHelp}`);
  const database = values.database ?? env["TREASURY_DATABASE_URL"];
  return { kind: "verify", workspaceId, database, json: values.json };
}

const seeHelp = "See agent-treasury --help.";

function explain(error: unknown): string {
  if (isCommandError(error)) return error.message;
  const told = tellFailure(error);
  if (told !== null) return told;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code?.startsWith("ERR_PARSE_ARGS") === true
    ? `${error.message.replace(/\.?$/, ".")} ${seeHelp}`
    : error.message;
}
