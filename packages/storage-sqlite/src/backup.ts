import { randomUUID } from "node:crypto";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { TreasuryError } from "@agent-treasury/provider";
import { type Connection, inMemory } from "./connection.ts";
import { directoryMode, keepPrivate } from "./file-modes.ts";
import { openDatabase, sqlite } from "./sqlite.ts";
import { whenFree } from "./when-free.ts";

/** One step, because a backup in several steps restarts after every write. */
const pagesAtOnce = 2 ** 31 - 1;

/** The file is renamed to its final name once it is fully on the disk. */
export async function backUp(connection: Connection, destinationPath: string): Promise<void> {
  const destination = resolve(destinationPath);
  await mkdir(dirname(destination), { recursive: true, mode: directoryMode });
  await refuseExisting(destination);
  const partial = `${destination}.${randomUUID()}.partial`;
  try {
    keepPrivate(partial);
    await whenFree(() => copy(connection, partial));
    await flush(partial);
    await rename(partial, destination);
    await flush(dirname(destination));
  } catch (error) {
    await Promise.all([partial, `${partial}-journal`].map((path) => rm(path, { force: true })));
    throw error;
  }
}

async function copy({ database, path, ...connection }: Connection, partial: string): Promise<void> {
  // Node before 22.16 has no `backup`, and it can read neither a connection of `libsql` nor a
  // database in memory.
  const isNode = connection.open === openDatabase;
  if (!isNode || typeof sqlite().backup !== "function" || path === inMemory) {
    database.prepare("VACUUM INTO ?").run(partial);
    return;
  }
  // On a separate connection, so that the storage can write meanwhile.
  const { backup, DatabaseSync } = sqlite();
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(reader, partial, { rate: pagesAtOnce });
  } finally {
    reader.close();
  }
}

/** A leftover write-ahead log would be applied to the new file. */
async function refuseExisting(destination: string): Promise<void> {
  for (const path of [destination, `${destination}-wal`, `${destination}-journal`]) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) {
      throw new TreasuryError(
        "storage_error",
        `The backup "${basename(destination)}" was not created, because "${basename(path)}" exists: choose a new name.`,
      );
    }
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
