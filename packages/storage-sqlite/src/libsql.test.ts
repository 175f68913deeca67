import { storageConformance, turnLogConformance } from "@agent-treasury/testing";
import { commitOn, headIn } from "@agent-treasury/testing/commits";
import Database from "libsql";
import { partOfTests } from "test-suites/part";
import { describe, expect, it } from "vitest";
import { sqliteStorage, type SqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const paths = new WeakMap<object, string>();

function openAt(path: string): SqliteStorage {
  const storage = sqliteStorage({ path, libsql: Database });
  paths.set(storage, path);
  return storage;
}

const open = async (): Promise<SqliteStorage> => openAt(pathOf(`${crypto.randomUUID()}.db`));
const name = "libSQL";

/** The statements are those of node:sqlite, whose tests are beside. */
const framework = partOfTests({ describe, it, expect }, { at: 0, of: 3 });

storageConformance(framework, { name, open, reopen: (storage) => openAt(paths.get(storage)!) });

const storageOf = new WeakMap<object, SqliteStorage>();
const logOf = (storage: SqliteStorage): SqliteStorage["turnLog"] => {
  storageOf.set(storage.turnLog, storage);
  return storage.turnLog;
};

turnLogConformance(framework, {
  name,
  open: async () => logOf(await open()),
  openBeside: (log) => logOf(openAt(paths.get(storageOf.get(log)!)!)),
  close: (log) => storageOf.get(log)!.close(),
});

it("shares a file with node:sqlite, with commits of both", async () => {
  const path = pathOf("shared.db");
  const storages = [openAt(path), sqliteStorage({ path })];
  for (const storage of storages) {
    for (let count = 0; count < 3; count += 1) {
      const version = (await headIn(storage, "acme"))?.version ?? 0n;
      expect(await storage.commit([commitOn("acme", version)])).toEqual([{ kind: "committed" }]);
    }
  }
  expect((await headIn(storages[0]!, "acme"))?.version).toBe(6n);
  for (const storage of storages) await storage.close();
});

it("copies the database into a new file", async () => {
  const storage = openAt(pathOf("source.db"));
  await storage.commit([commitOn("acme", 0n)]);
  await storage.backup(pathOf("backup.db"));
  const copy = sqliteStorage({ path: pathOf("backup.db") });
  expect((await headIn(copy, "acme"))?.version).toBe(1n);
  await copy.close();
  await storage.close();
});

it("reports another database, and a directory that cannot be created, as node:sqlite does", async () => {
  const other = new Database(pathOf("other.db"));
  other.exec("CREATE TABLE things (id INTEGER)");
  other.close();
  const storage = openAt(pathOf("other.db"));
  await expect(storage.workspaces(null, 1)).rejects.toThrow("belongs to another application");
  await storage.close();
});

it.each(["all", "one"])("ends the transaction of a copy of which %s is read", async (read) => {
  const path = pathOf(`copied-${read}.db`);
  const storage = openAt(path);
  await storage.commit([commitOn("acme", 0n)]);
  const parts: unknown[] = [];
  for await (const part of storage.copy("acme")) {
    parts.push(part);
    if (read === "one") break;
  }
  expect(parts).not.toEqual([]);
  await storage.commit([commitOn("acme", 1n)]);
  const other = new Database(path);
  // A reader of an earlier state would keep the log from being emptied.
  expect(other.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).toMatchObject({ busy: 0 });
  other.close();
  await storage.close();
});
