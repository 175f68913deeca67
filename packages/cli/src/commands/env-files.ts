import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Environment } from "@agent-treasury/server";
import { CommandError } from "../command-error.ts";

const setting = /^(?:TREASURY|STRIPE|OPENAI|SAFETY|HOST)_/;

/** In Next the first one takes precedence. */
const usualFiles = [".env.local", ".env"] as const;

/**
 * Later files take precedence over earlier ones, and the environment over files.
 *
 * @throws CommandError if a file cannot be read.
 */
export async function withEnvFiles(
  files: readonly string[],
  env: Environment,
): Promise<Environment> {
  const read = await Promise.all(files.map(readEnvFile));
  return files.length === 0 ? env : Object.assign({}, ...read, env);
}

/** The first of these files with settings that the environment lacks, or null. */
export async function unreadEnvFile(env: Environment, directory = "."): Promise<string | null> {
  for (const file of usualFiles) {
    const text = await readFile(join(directory, file), "utf8").catch(() => "");
    const names = Object.keys(parseEnv(text)).filter((name) => setting.test(name));
    if (names.some((name) => env[name] === undefined)) return file;
  }
  return null;
}

async function readEnvFile(file: string): Promise<Environment> {
  if (file === "") throw new CommandError("--env-file requires a file name.");
  try {
    return parseEnv(await readFile(file, "utf8"));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandError(
      code === "ENOENT"
        ? `The settings file ${file} does not exist.`
        : `${file} cannot be read: ${message}`,
      { cause },
    );
  }
}
