import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isTreasuryError } from "@agent-treasury/provider";
import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { describe, expect, it } from "vitest";
import { openConnection } from "./connection.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();

/** The message of the storage's error. */
async function complaint(path: string): Promise<string> {
  const storage = sqliteStorage({ path });
  try {
    await headIn(storage, "acme");
    return "nothing";
  } catch (error) {
    if (!isTreasuryError(error) || error.code !== "storage_error")
      return `not a storage error: ${String(error)}`;
    return error.message;
  } finally {
    await storage.close();
  }
}

describe("opening a database", () => {
  it("creates the directories and the file at first use", async () => {
    const path = pathOf("deep/er/treasury.db");
    const storage = sqliteStorage({ path });
    expect(existsSync(path)).toBe(false);
    await storage.commit([commitOn("acme", 0n)]);
    expect(existsSync(path)).toBe(true);
    await storage.close();
  });

  it("flushes every commit: a write-ahead log, and synchronous FULL, on macOS with F_FULLFSYNC", async () => {
    const { database } = await openConnection(pathOf("pragmas.db"));
    const valueOf = (pragma: string): unknown =>
      Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
    expect(valueOf("journal_mode")).toBe("wal");
    expect(valueOf("synchronous")).toBe(2);
    expect(valueOf("fullfsync")).toBe(1);
    expect(valueOf("checkpoint_fullfsync")).toBe(1);
    expect(valueOf("busy_timeout")).toBe(0);
    database.close();
  });

  it("leaves a single file when the last connection closes", async () => {
    const path = pathOf("closed.db");
    const storage = sqliteStorage({ path });
    await storage.commit([commitOn("acme", 0n)]);
    expect(existsSync(`${path}-wal`)).toBe(true);
    await storage.close();
    expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false]);
  });

  it("works again after the cause of a failure is fixed", async () => {
    const blocked = pathOf("blocked");
    writeFileSync(blocked, "a file where a directory should be");
    const storage = sqliteStorage({ path: `${blocked}/treasury.db` });
    await expect(headIn(storage, "acme")).rejects.toThrow(/directory .* cannot be created/);
    rmSync(blocked);
    expect(await headIn(storage, "acme")).toBeNull();
    await storage.close();
  });
});

describe("an unusable database", () => {
  it("is rejected if the path is a directory", async () => {
    const path = pathOf("a-directory.db");
    mkdirSync(path);
    expect(await complaint(path)).toMatch(/"a-directory.db" cannot be opened: check that the path/);
  });

  it("is rejected if the file is not a database", async () => {
    const path = pathOf("notes.txt");
    writeFileSync(path, "These are notes, and no database. ".repeat(200));
    expect(await complaint(path)).toBe(
      'The database "notes.txt" is not an SQLite database: choose another path.',
    );
  });

  it("is rejected without changes if it belongs to another application", async () => {
    const path = pathOf("other.db");
    const other = new DatabaseSync(path);
    other.exec("CREATE TABLE notes (text TEXT)");
    other.close();
    expect(await complaint(path)).toMatch(/belongs to another application/);
    const again = new DatabaseSync(path);
    expect(again.prepare("SELECT name FROM sqlite_schema").all().length).toBe(1);
    expect(again.prepare("PRAGMA journal_mode").get()?.["journal_mode"]).toBe("delete");
    again.close();
  });

  it("is rejected if it has a newer schema", async () => {
    const path = pathOf("newer.db");
    const { database } = await openConnection(path);
    database.exec("PRAGMA user_version = 999");
    database.close();
    expect(await complaint(path)).toMatch(/has schema 999, .* supports schemas up to \d+: update/);
  });

  it("is rejected if its path is empty", () => {
    expect(() => sqliteStorage({ path: "" })).toThrow(/path of the database is empty/);
  });

  it("is reported without its directories and without a stack", async () => {
    const path = pathOf("secret-place");
    mkdirSync(path);
    const message = await complaint(path);
    expect(message).toContain(basename(path));
    expect(message).not.toContain("/");
    expect(message).not.toContain("\n");
  });
});
