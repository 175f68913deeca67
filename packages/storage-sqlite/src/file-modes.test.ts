import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { commitOn } from "@agent-treasury/testing/commits";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
let umask = 0;

beforeEach(() => (umask = process.umask(0)));
afterEach(() => process.umask(umask));

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

async function opened(path: string) {
  const storage = sqliteStorage({ path });
  await storage.commit([commitOn("acme", 0n)]);
  return storage;
}

const suffixes = ["", "-wal", "-shm"];

it("creates the directory and the files for their owner only, also with a loose umask", async () => {
  const path = pathOf("created/deep/treasury.db");
  const storage = await opened(path);
  expect([modeOf(dirname(dirname(path))), modeOf(dirname(path))]).toEqual(["700", "700"]);
  for (const suffix of suffixes) expect(modeOf(path + suffix)).toBe("600");
  const backup = pathOf("backups/treasury.db");
  await storage.backup(backup);
  expect([modeOf(dirname(backup)), modeOf(backup)]).toEqual(["700", "600"]);
  await storage.close();
});

it("restricts the files of an existing database, and leaves its directory", async () => {
  const path = pathOf("shared/treasury.db");
  mkdirSync(dirname(path), { mode: 0o755 });
  const first = await opened(path);
  for (const suffix of suffixes) chmodSync(path + suffix, 0o644);
  const second = sqliteStorage({ path });
  await second.commit([commitOn("beta", 0n)]);
  for (const suffix of suffixes) expect(modeOf(path + suffix)).toBe("600");
  expect(modeOf(dirname(path))).toBe("755");
  await Promise.all([first.close(), second.close()]);
});

it("creates no file for a path that is not a database", async () => {
  const path = pathOf("not-a-directory");
  writeFileSync(path, "");
  const storage = sqliteStorage({ path: `${path}/treasury.db` });
  await expect(storage.commit([commitOn("acme", 0n)])).rejects.toMatchObject({
    code: "storage_error",
  });
  expect(existsSync(`${path}/treasury.db`)).toBe(false);
  await storage.close();
});
