import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** The location of a separate database for each test, which does not exist yet. */
export interface SqlitePlace {
  /** The value for `--database`. */
  readonly database: string;
  /** The path of a file beside it. The database itself is `treasury.db`. */
  file(name: string): string;
}

/** Creates a directory before each test, and removes it afterwards. */
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
