import { DatabaseSync } from "node:sqlite";
import { recoveryBesideDeliveries } from "test-suites";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();

recoveryBesideDeliveries(
  { describe, it, expect },
  {
    name: "SQLite",
    open: (now) => sqliteStorage({ path: pathOf("many-due.db"), now }),
    addCursors: async (count) => {
      const database = new DatabaseSync(pathOf("many-due.db"));
      const add = database.prepare(`WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
        INSERT INTO documents SELECT '~delivery/hooks', 'cursor', 'w' || n, 1, NULL, 0, 1, NULL, '{}', NULL
        FROM numbers`);
      add.run(count);
      database.close();
    },
    cursors: process.env["TEST_LONG"] === undefined ? 10_000 : 1_000_000,
  },
);
