import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** Where each test of a file has a database of its own, which is not there yet. */
export interface SqlitePlace {
  /** The database's address, as `--database` takes it. */
  readonly database: string;
  /** The path of a file beside it; the database's own is `treasury.db`. */
  file(name: string): string;
}

/** Makes a directory before each test, and removes it after it. */
export function sqlitePlace(): SqlitePlace {
  let directory = "";
  const file = (name: string): string => join(directory, name);
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  return {
    get database() {
      return `sqlite:${file("treasury.db")}`;
    },
    file,
  };
}
