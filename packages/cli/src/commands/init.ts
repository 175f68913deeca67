import { mkdir, readFile, writeFile } from "node:fs/promises";
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
      `Writes the files of a first integration into the Express or Next app in the
folder (default: this one): a mounted treasury, settings for test money, and a
.gitignore in the ledger's folder. Existing files are not changed. The required
additions are printed instead.`,
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
  for (const file of files) outcomes.push({ file, existing: await writeNew(app.directory, file) });
  if (options.json) {
    const paths = outcomes.map(({ file: { path }, existing }) => ({
      path,
      written: existing === null,
    }));
    const result = { framework: app.framework, files: paths, packages, steps };
    output.print(JSON.stringify(result, null, 2));
    return 0;
  }
  output.print(`This is ${app.framework === "next" ? "a Next" : "an Express"} app.`);
  for (const { file, existing } of outcomes) output.print(describeFile(file, existing));
  output.print(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}`);
  return 0;
}

function frameworkNamed(word: string): Framework {
  if (word === "express" || word === "next") return word;
  throw new CommandError(`--framework is ${JSON.stringify(word)}. Use express or next.`);
}

/** Returns the text of the file, without a change, if it exists; otherwise null. */
async function writeNew(
  directory: string,
  { path, text }: IntegrationFile,
): Promise<string | null> {
  const whole = join(directory, path);
  await mkdir(dirname(whole), { recursive: true });
  try {
    await writeFile(whole, text, { flag: "wx" });
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
