import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Environment } from "@agent-treasury/server";
import { CommandError } from "../command-error.ts";
import { type Framework, readApp } from "../init/app.ts";
import { type IntegrationFile, integrationFor } from "../init/integration.ts";
import type { Output } from "./output.ts";

/** Writes the files of a first integration into an app, and says what to do next. Returns the exit code. */
export async function runInit(
  words: readonly string[],
  _env: Environment,
  output: Output,
): Promise<0> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { framework: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const [folder = ".", ...more] = positionals;
  if (more.length > 0) throw new CommandError("init takes one folder at most.");
  const app = await readApp(resolve(folder), frameworkNamed(values.framework));
  const { files, packages, steps } = integrationFor(app);
  const outcomes = [];
  for (const file of files) outcomes.push({ file, written: await writeNew(app.directory, file) });
  if (values.json) {
    const told = outcomes.map(({ file, written }) => ({ path: file.path, written }));
    output.print(
      JSON.stringify({ framework: app.framework, files: told, packages, steps }, null, 2),
    );
    return 0;
  }
  output.print(`This is ${app.framework === "next" ? "a Next" : "an Express"} app.`);
  for (const { file, written } of outcomes) output.print(tellFile(file, written));
  output.print(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}`);
  return 0;
}

function frameworkNamed(word: string | undefined): Framework | null {
  if (word === undefined) return null;
  if (word === "express" || word === "next") return word;
  throw new CommandError(`--framework is ${JSON.stringify(word)}. Write express or next.`);
}

/** Whether it was written: what is there already stays as it is. */
async function writeNew(directory: string, { path, text }: IntegrationFile): Promise<boolean> {
  const whole = join(directory, path);
  await mkdir(dirname(whole), { recursive: true });
  try {
    await writeFile(whole, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new CommandError(`${whole} could not be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function tellFile({ path, text }: IntegrationFile, written: boolean): string {
  if (written) return `  wrote ${path}`;
  const lines = text.trimEnd().split("\n");
  return [`  left ${path} as it is; what it needs:`, ...lines.map((line) => `    ${line}`)].join(
    "\n",
  );
}
