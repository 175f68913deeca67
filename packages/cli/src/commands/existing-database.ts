import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { readSettings, isSettingsError, type DatabaseSetting } from "@agent-treasury/server";
import { openStorage } from "@agent-treasury/server/parts";
import { CommandError } from "../command-error.ts";

/**
 * Opens a database that is there: a command that looks at one must not make an empty one.
 *
 * @param address as `TREASURY_DATABASE_URL` has it; undefined for its default.
 */
export async function openExistingDatabase(address: string | undefined): Promise<Storage> {
  const database = readAddress(address);
  if (database.kind === "memory") {
    throw new CommandError("memory: keeps nothing that this command could read.");
  }
  if (database.kind === "sqlite") await refuseMissing(database.path);
  return openStorage(database);
}

async function refuseMissing(path: string): Promise<void> {
  try {
    await access(path);
  } catch (cause) {
    throw new CommandError(
      `There is no database at ${resolve(path)}. Name another with --database sqlite:<path>.`,
      { cause },
    );
  }
}

/** Reads an address as `TREASURY_DATABASE_URL` has it; undefined for its default. */
export function readAddress(address: string | undefined): DatabaseSetting {
  try {
    return readSettings({ TREASURY_DATABASE_URL: address }).database;
  } catch (error) {
    const [first] = isSettingsError(error) ? error.problems : [];
    if (first === undefined) throw error;
    throw new CommandError(`The database's address ${first.problem}`, { cause: error });
  }
}
