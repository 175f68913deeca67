import { redact } from "@agent-treasury/provider";
import { type Environment, tellFailure } from "@agent-treasury/server";
import { Command, CommanderError, Help, type Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { CommandError } from "../command-error.ts";
import { addActions } from "./actions.ts";
import { addAgents } from "./agents.ts";
import { addAllocations } from "./allocations.ts";
import { type ExitCode, type Run, several } from "./command.ts";
import { addCosts } from "./costs.ts";
import { addDoctor } from "./doctor.ts";
import { withEnvFiles } from "./env-files.ts";
import { addEraseText } from "./erase-text.ts";
import { addEvidence } from "./evidence.ts";
import { addExport } from "./export.ts";
import { addFreeze } from "./freeze.ts";
import { addInbox } from "./inbox.ts";
import { addInit } from "./init.ts";
import { addMigrate } from "./migrate.ts";
import { addMoney } from "./money.ts";
import { addMove } from "./move.ts";
import { configuredOperators } from "./operator.ts";
import type { Output } from "./output.ts";
import { addPasskeys } from "./passkeys.ts";
import { addPayees } from "./payees.ts";
import { addReceipts } from "./receipts.ts";
import { addReconcile } from "./reconcile.ts";
import { addRefunds } from "./refunds.ts";
import { addRestored } from "./restored.ts";
import { addRules } from "./rules.ts";
import { addStandingApprovals } from "./standing-approvals.ts";
import { addTabs } from "./tabs.ts";
import { addVerify } from "./verify.ts";
import { addWebhooks } from "./webhooks.ts";

interface CommonOptions {
  readonly envFile?: readonly string[];
  readonly database?: string;
  readonly json?: true;
}

/** Never rejects. */
export async function runCommand(
  words: readonly string[],
  environment: Environment,
  output: Output,
): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const run: Run =
    (work) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const argument = onlyArgument(command);
      const options = command.optsWithGlobals<
        CommonOptions & Parameters<typeof work>[0]["options"]
      >();
      const env = await withEnvFiles(options.envFile ?? [], environment);
      exitCode = await work({
        argument,
        options: {
          ...options,
          json: options.json ?? false,
          operators: configuredOperators(env),
        },
        env:
          options.database === undefined
            ? env
            : { ...env, TREASURY_DATABASE_URL: options.database },
        output,
      });
    };
  const program = programOf(run, output);
  try {
    await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    output.progress("");
    // commander has already printed the help.
    const isExplained = error instanceof CommanderError && error.code === "commander.help";
    if (!isExplained)
      output.complain(`agent-treasury: ${redact(explain(error, commandIn(program, words)))}`);
    return 2;
  }
}

function programOf(run: Run, output: Output): Command {
  const program = new Command("agent-treasury")
    .description("Set up an Agent Treasury, and maintain its database.")
    .version(manifest.version, "--version", "print the version of this program")
    .option(
      "--env-file <file>",
      "also read settings from a file, such as .env (the environment takes precedence, repeatable)",
      several,
    )
    .option("--json", "print one JSON document instead of text")
    .addHelpText(
      "after",
      `
Exit codes
  0  success
  1  verify, migrate --check, reconcile, doctor, rules, check-receipt, check-evidence, freeze --all, inbox:
     a check failed (see their help)
  2  the command could not run`,
    )
    .allowExcessArguments()
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, commandDescription, optionDescription })
    .configureOutput({
      writeOut: (text) => output.printLines(text.trimEnd()),
      writeErr: (text) => output.complain(text.trimEnd()),
      // The caller prints the error once.
      outputError: () => {},
    });
  for (const add of [
    addInit,
    addDoctor,
    addVerify,
    addExport,
    addMigrate,
    addMove,
    addEraseText,
    addReconcile,
    addRestored,
    addAgents,
    addRules,
    addAllocations,
    addPayees,
    addStandingApprovals,
    addTabs,
    addRefunds,
    addCosts,
    addReceipts,
    addEvidence,
    addActions,
    addFreeze,
    addInbox,
    addMoney,
    addPasskeys,
    addWebhooks,
  ]) {
    add(program, run);
  }
  return program;
}

function onlyArgument(command: Command): string | undefined {
  const [argument, ...more] = command.args;
  const [expected] = command.registeredArguments;
  if (argument === undefined || (expected !== undefined && more.length === 0)) return argument;
  const takes = expected === undefined ? "no argument" : `one ${expected.name()} at most`;
  throw new CommandError(`${command.name()} takes ${takes}. ${helpOf(command)}`);
}

/** A command without a description has a summary. Help wraps lines itself. */
function commandDescription(command: Command): string {
  const text = command.description() || sentenceOf(command.summary());
  return text.replace(/(?<!\n)\n(?!\n)/g, " ");
}

function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)` : text;
}

/** Returns the command that the words name, or the one of a misspelled command. */
function commandIn(program: Command, words: readonly string[]): Command {
  let found = program;
  for (const word of words) {
    found = found.commands.find((command) => command.name() === word) ?? found;
  }
  return found;
}

function helpOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) {
    names.unshift(each.name());
  }
  return `See ${names.join(" ")} --help.`;
}

function explain(error: unknown, command: Command): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof CommanderError) return `${explainUsage(error)} ${helpOf(command)}`;
  return tellFailure(error) ?? (error instanceof Error ? error.message : String(error));
}

function explainUsage({ message }: CommanderError): string {
  const text = message
    .replace(/^error: /, "")
    .replace(/^unknown command '(.*?)'/, 'unknown command "$1"')
    .replace("\n", " ");
  return sentenceOf(text);
}

function sentenceOf(text: string): string {
  if (text === "") return "";
  const sentence = text.endsWith(".") ? text : `${text}.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
