import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type App, exists, readApp } from "../init/app.ts";
import {
  type Integration,
  type IntegrationFile,
  checkFile,
  integrationFor,
} from "../init/integration.ts";
import {
  type ChannelKind,
  type Choose,
  type Framework,
  type StorageKind,
  channels,
  chooseDefault,
  chooseInTerminal,
  frameworks,
  oneOf,
  storages,
} from "../init/questions.ts";
import { runInApp } from "../init/run-check.ts";
import { type AuthKind, auths } from "../init/sign-in-lines.ts";
import type { Given, Run } from "./command.ts";
import type { Output } from "./output.ts";

interface InitOptions {
  readonly framework?: Framework;
  readonly storage?: StorageKind;
  readonly approvals?: ChannelKind;
  readonly auth?: AuthKind;
  readonly yes?: boolean;
  readonly force?: boolean;
  /** False for `--no-check`. */
  readonly check: boolean;
}

export function addInit(program: Command, run: Run): void {
  program
    .command("init [folder]")
    .summary("add a treasury to an app, and make a first spend with test money")
    .description(
      `Writes the files of a first integration into the Express, Next, Hono or
Fastify app in the folder (default: this one), or into an empty folder: a mounted
treasury, settings for test money, and a program that makes a spend. Then it
installs the packages that are missing, and runs that program. Existing files are
not changed. The required additions are printed instead. In a terminal, it prompts
for options that are missing.`,
    )
    .option(
      "--framework <name>",
      `${frameworks.join(", ")} (default: detected from package.json)`,
      oneOf("--framework", frameworks),
    )
    .option(
      "--storage <name>",
      `${storages.join(", ")} (default: sqlite)`,
      oneOf("--storage", storages),
    )
    .option(
      "--approvals <name>",
      `${channels.join(", ")}: how approvers decide (default: page)`,
      oneOf("--approvals", channels),
    )
    .option(
      "--auth <name>",
      `${auths.join(", ")}: how your users sign in (default: none)`,
      oneOf("--auth", auths),
    )
    .option("--yes", "use the defaults instead of asking")
    .option("--force", "replace existing files")
    .option("--no-check", "only write the files, without installing or running them")
    .action(run(initialise));
}

async function initialise(given: Given<InitOptions>): Promise<0> {
  const { argument: folder = ".", options, output } = given;
  const asks = options.yes !== true && !options.json && process.stdin.isTTY;
  const choose = asks ? chooseInTerminal(process.stdin, process.stdout) : chooseDefault;
  const app = await readApp(resolve(folder), async (problem, hasPackages) => {
    if (options.framework !== undefined) return options.framework;
    // An existing app of another framework must not get the packages of Express unasked.
    if (asks || (options.yes === true && !hasPackages)) return choose("Framework?", frameworks);
    throw new CommandError(`${problem} Select one with --framework ${frameworks.join("|")}.`);
  });
  const chosen = { ...app, framework: options.framework ?? app.framework };
  const integration = integrationFor(chosen, {
    storage: options.storage ?? (await choose("Storage?", storages)),
    channel: options.approvals ?? (await choose("Approvals?", channels)),
    auth: options.auth ?? (await choose("Sign-in?", auths)),
  });
  if (asks && !(await isAgreed(choose, chosen, integration, output))) return 0;
  await writeAll(chosen, integration, given);
  if (options.check && !options.json) await makeSpend(chosen, integration, output);
  if (options.json) return 0;
  const steps = [...stepsInto(chosen, folder), ...stepsAfter(integration, options.check)];
  output.printLines(`\nNext:\n${numbered(steps)}`);
  return 0;
}

async function isAgreed(
  choose: Choose,
  { directory }: App,
  { files }: Integration,
  output: Output,
): Promise<boolean> {
  output.print(`In ${directory}: ${files.map(({ path }) => path).join(", ")}`);
  return (await choose("Write these files?", ["yes", "no"])) === "yes";
}

async function writeAll(
  app: App,
  { files, packages, steps }: Integration,
  { options, output }: Given<InitOptions>,
): Promise<void> {
  const outcomes = [];
  for (const file of files) {
    const existing = await writeFileOf(app.directory, file, options.force === true);
    outcomes.push({ file, existing });
  }
  if (options.json) {
    const paths = outcomes.map(({ file: { path }, existing }) => ({
      path,
      written: existing === null,
    }));
    const result = { framework: app.framework, files: paths, packages, steps };
    output.print(result);
    return;
  }
  output.print(`Framework: ${app.framework}`);
  for (const { file, existing } of outcomes) output.printLines(describeFile(file, existing));
}

/** Installs what is missing, and runs the program that the app now has. */
async function makeSpend(app: App, integration: Integration, output: Output): Promise<void> {
  const { missing, settingsFile } = integration;
  if (missing.length > 0 && !(await areInstalled(app, missing))) {
    output.printLines(`\nInstalling ${missing.length} packages …`);
    const [program = "npm", ...words] = app.installs.split(" ");
    await runInApp(app.directory, [program, ...words, ...missing], output);
  }
  const node = [...process.execArgv, "--no-warnings", `--env-file=${settingsFile}`, checkFile];
  output.printLines("\nA spend with test money:");
  await runInApp(app.directory, [process.execPath, ...node], output);
}

/** Workspaces and linked packages are not in package.json. */
async function areInstalled({ directory }: App, names: readonly string[]): Promise<boolean> {
  const found = names.map((name) => exists(join(directory, "node_modules", name)));
  return (await Promise.all(found)).every(Boolean);
}

function stepsInto({ directory }: App, folder: string): readonly string[] {
  if (directory === process.cwd()) return [];
  return [`cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}`];
}

/** The installation is done after the check. */
function stepsAfter({ steps, missing }: Integration, isChecked: boolean): readonly string[] {
  return isChecked && missing.length > 0 ? steps.slice(1) : steps;
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n");
}

/** Returns the text of the file, without a change, if it exists; otherwise null. */
async function writeFileOf(
  directory: string,
  { path, text }: IntegrationFile,
  replaces: boolean,
): Promise<string | null> {
  const whole = join(directory, path);
  await mkdir(dirname(whole), { recursive: true });
  try {
    await writeFile(whole, text, { flag: replaces ? "w" : "wx" });
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return readFile(whole, "utf8");
    throw new CommandError(`${whole} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function describeFile({ path, text }: IntegrationFile, existing: string | null): string {
  if (existing === null) return `  wrote ${path}`;
  if (existing.includes(text.trimEnd())) return `  skipped ${path}, which exists`;
  const lines = text.trimEnd().split("\n");
  return [
    `  skipped ${path}, which exists. Add to it:`,
    ...lines.map((line) => `    ${line}`),
  ].join("\n");
}
