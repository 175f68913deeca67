import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { type SqliteMigration, sqliteMigrations } from "./sql/migrations.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const dayMs = 86_400_000;

function tablesOf(database: DatabaseSync): unknown[] {
  const rows = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
  );
  return rows.all().map((row) => row["name"]);
}

const addNotes: SqliteMigration = {
  version: sqliteMigrations.length + 1,
  name: "notes",
  sql: "CREATE TABLE notes (text TEXT) STRICT;",
};

describe("migrations", () => {
  it("are numbered from 1 without gaps", () => {
    expect(sqliteMigrations.map(({ version }) => version)).toEqual(
      sqliteMigrations.map((_, index) => index + 1),
    );
  });

  it("create the tables of a new database, and do nothing the second time", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database);
    const tables = tablesOf(database);
    expect(tables).toEqual(["claims", "commits", "documents", "entries", "heads", "turn_records"]);
    migrate(database);
    expect(tablesOf(database)).toEqual(tables);
    database.close();
  });

  it("report a full disk, and leave no tables", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("PRAGMA max_page_count = 8");
    expect(() => migrate(database)).toThrow(expect.objectContaining({ errcode: 13 }));
    expect(tablesOf(database)).toEqual([]);
    database.close();
  });

  it("run only the missing steps", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database);
    migrate(database, [...sqliteMigrations, addNotes]);
    expect(tablesOf(database)).toContain("notes");
    expect(database.prepare("PRAGMA user_version").get()?.["user_version"]).toBe(addNotes.version);
    database.close();
  });

  it("add turns to an existing database without changing its ledger", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database, sqliteMigrations.slice(0, 1));
    database.exec("INSERT INTO heads VALUES ('acme', 7, 1, 3, 'hash', '{}')");
    expect(tablesOf(database)).not.toContain("turn_records");
    migrate(database);
    expect(tablesOf(database)).toContain("turn_records");
    expect(database.prepare("SELECT version FROM heads").get()?.["version"]).toBe(7);
    database.close();
  });

  it("index due documents of an existing database by kind", async () => {
    const path = pathOf("due.db");
    const older = new DatabaseSync(path);
    migrate(older, sqliteMigrations.slice(0, 2));
    const list = older.prepare(
      "SELECT id FROM documents WHERE due_at <= 5 ORDER BY due_at, workspace_id, kind, id",
    );
    older.exec("INSERT INTO documents VALUES ('acme', 'turn', 't1', 1, NULL, 0, 5, NULL, '{}')");
    expect(list.all()).toEqual([{ id: "t1" }]);
    const storage = sqliteStorage({ path });
    const [due] = await storage.due(5, null, 10, ["proposal", "turn"]);
    expect(due?.doc).toMatchObject({ kind: "turn", id: "t1", dueAt: 5 });
    const indexes = older.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%due%'");
    expect(indexes.all()).toEqual([{ name: "documents_due_by_kind" }]);
    // The query of a process that opened the database before.
    expect(list.all()).toEqual([{ id: "t1" }]);
    await storage.close();
    older.close();
  });

  it("purge the documents and commits of an existing database", async () => {
    const path = pathOf("expiring.db");
    const older = new DatabaseSync(path);
    migrate(older, sqliteMigrations.slice(0, 3));
    older.exec("INSERT INTO documents VALUES ('acme', 'event', '1', 1, NULL, 0, NULL, 5, '{}')");
    older.exec("INSERT INTO commits VALUES ('acme', 1, 'id', 5)");
    const storage = sqliteStorage({ path });
    expect(await storage.purge(5, 10)).toBe(0);
    expect(await storage.purge(6, 10)).toBe(1);
    expect(await storage.purge(5 + dayMs, 10)).toBe(0);
    expect(await storage.purge(6 + dayMs, 10)).toBe(1);
    await storage.close();
    older.close();
  });

  it("leave a database unchanged if a step fails", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database);
    const broken = { ...addNotes, version: addNotes.version + 1, sql: "CREATE TABLE notes (a);" };
    expect(() => migrate(database, [...sqliteMigrations, addNotes, broken])).toThrow(
      /already exists/,
    );
    expect(tablesOf(database)).not.toContain("notes");
    expect(database.prepare("PRAGMA user_version").get()?.["user_version"]).toBe(
      sqliteMigrations.length,
    );
    database.close();
  });

  it("run once if two connections open a new database alternately", () => {
    const path = pathOf("turns.db");
    const [first, second] = [new DatabaseSync(path), new DatabaseSync(path)];
    first.exec("PRAGMA journal_mode = WAL");
    first.exec("BEGIN IMMEDIATE");
    expect(() => migrate(second)).toThrow(/locked/);
    first.exec("ROLLBACK");
    migrate(first);
    migrate(second);
    expect(tablesOf(second)).toContain("heads");
    first.close();
    second.close();
  });

  it("have workspace_id first in every primary key, and use only what can be sharded", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database);
    for (const table of tablesOf(database)) {
      const first = database
        .prepare(`SELECT name FROM pragma_table_info('${String(table)}') WHERE pk = 1`)
        .get();
      expect(first?.["name"]).toBe("workspace_id");
    }
    const unique = database.prepare(
      `SELECT list.name, (SELECT name FROM pragma_index_info(list.name) WHERE seqno = 0) AS first
       FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS list
       WHERE tables.type = 'table' AND list."unique" = 1`,
    );
    expect(unique.all().every((index) => index["first"] === "workspace_id")).toBe(true);
    const sql = sqliteMigrations.map((migration) => migration.sql).join("\n");
    expect(sql).not.toMatch(/FOREIGN KEY|REFERENCES|TRIGGER|AUTOINCREMENT/i);
    database.close();
  });
});
