import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Environment } from "@agent-treasury/server";
import { CommandError } from "../command-error.ts";

const setting = /^(?:TREASURY|STRIPE|OPENAI|SAFETY|HOST)_/;

/** The files in which apps keep settings. The first one has precedence in Next. */
const usualFiles = [".env.local", ".env"] as const;

/**
 * The environment with the settings of files, as Node's own `--env-file` reads them. A later file has
 * precedence over an earlier one, and the environment over both.
 *
 * @throws CommandError when a file cannot be read.
 */
export async function withEnvFiles(
  files: readonly string[],
  env: Environment,
): Promise<Environment> {
  const read = await Promise.all(files.map(readEnvFile));
  return files.length === 0 ? env : Object.assign({}, ...read, env);
}

/** A usual file in a folder with settings that the environment lacks; null where there is none. */
export async function unreadEnvFile(env: Environment, directory = "."): Promise<string | null> {
  for (const file of usualFiles) {
    const text = await readFile(join(directory, file), "utf8").catch(() => "");
    const names = Object.keys(parseEnv(text)).filter((name) => setting.test(name));
    if (names.some((name) => env[name] === undefined)) return file;
  }
  return null;
}

async function readEnvFile(file: string): Promise<Environment> {
  if (file === "") throw new CommandError("--env-file needs the name of a file.");
  try {
    return parseEnv(await readFile(file, "utf8"));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandError(
      code === "ENOENT"
        ? `There is no file ${file} to read settings from.`
        : `${file} cannot be read: ${message}`,
      { cause },
    );
  }
}
