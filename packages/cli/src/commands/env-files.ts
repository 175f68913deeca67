import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Environment } from "@agent-treasury/server";
import { CommandError } from "../command-error.ts";

const option = "--env-file";
const setting = /^(?:TREASURY|STRIPE|OPENAI|SAFETY|HOST)_/;

/** What apps keep settings in, the one first that wins in Next. */
const usualFiles = [".env.local", ".env"] as const;

/** What was typed without the names of files, and the environment with what is in them. */
export interface WithEnvFiles {
  readonly words: readonly string[];
  readonly env: Environment;
}

/**
 * Reads the files that `--env-file` names, as Node's own option does: a later file wins over an earlier
 * one, and the environment over both.
 *
 * @throws CommandError when one cannot be read, or the option names none.
 */
export async function withEnvFiles(
  words: readonly string[],
  env: Environment,
): Promise<WithEnvFiles> {
  const rest: string[] = [];
  const files: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (word.startsWith(`${option}=`)) files.push(word.slice(option.length + 1));
    else if (word === option) files.push(words[(index += 1)] ?? "");
    else rest.push(word);
  }
  const read = await Promise.all(files.map(readSettingsOf));
  return { words: rest, env: files.length === 0 ? env : Object.assign({}, ...read, env) };
}

/** A usual file of this folder with settings that the environment does not have; null where there is none. */
export async function unreadEnvFile(env: Environment, directory = "."): Promise<string | null> {
  for (const file of usualFiles) {
    const text = await readFile(join(directory, file), "utf8").catch(() => "");
    const names = Object.keys(parseEnv(text)).filter((name) => setting.test(name));
    if (names.some((name) => env[name] === undefined)) return file;
  }
  return null;
}

async function readSettingsOf(file: string): Promise<Environment> {
  if (file === "") throw new CommandError(`${option} needs the name of a file.`);
  try {
    return parseEnv(await readFile(file, "utf8"));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isMissing = code === "ENOENT";
    throw new CommandError(
      isMissing
        ? `There is no file ${file} to read settings from.`
        : `${file} cannot be read: ${message}`,
      { cause },
    );
  }
}
