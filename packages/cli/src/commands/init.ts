import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Framework, readApp } from "../init/app.ts";
import { type IntegrationFile, integrationFor } from "../init/integration.ts";
import type { Given, Run } from "./command.ts";

interface InitOptions {
  readonly framework?: Framework;
}

export function addInit(program: Command, run: Run): void {
  program
    .command("init [folder]")
    .summary("add a first integration to an Express or Next app")
    .description(
      `Writes the files of a first integration into the Express or Next app in the folder
(default: this one): a mounted treasury, and settings for test money. Existing files
are not changed. The required additions are printed instead.`,
    )
    .option(
      "--framework <name>",
      "express or next (default: detected from package.json)",
      frameworkNamed,
    )
    .action(run(initialise));
}

async function initialise({
  argument: folder = ".",
  options,
  output,
}: Given<InitOptions>): Promise<0> {
  const app = await readApp(resolve(folder), options.framework ?? null);
  const { files, packages, steps } = integrationFor(app);
  const outcomes = [];
  for (const file of files) outcomes.push({ file, written: await writeNew(app.directory, file) });
  if (options.json) {
    const paths = outcomes.map(({ file: { path }, written }) => ({ path, written }));
    const result = { framework: app.framework, files: paths, packages, steps };
    output.print(JSON.stringify(result, null, 2));
    return 0;
  }
  output.print(`This is ${app.framework === "next" ? "a Next" : "an Express"} app.`);
  for (const { file, written } of outcomes) output.print(describeFile(file, written));
  output.print(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}`);
  return 0;
}

function frameworkNamed(word: string): Framework {
  if (word === "express" || word === "next") return word;
  throw new CommandError(`--framework is ${JSON.stringify(word)}. Use express or next.`);
}

/** Returns false, without a change, if the file exists. */
async function writeNew(directory: string, { path, text }: IntegrationFile): Promise<boolean> {
  const whole = join(directory, path);
  await mkdir(dirname(whole), { recursive: true });
  try {
    await writeFile(whole, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new CommandError(`${whole} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function describeFile({ path, text }: IntegrationFile, written: boolean): string {
  if (written) return `  wrote ${path}`;
  const lines = text.trimEnd().split("\n");
  return [
    `  skipped ${path}, which exists. Add to it:`,
    ...lines.map((line) => `    ${line}`),
  ].join("\n");
}
