import { spendCrashes } from "test-suites";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();

const isLong = process.env["TEST_LONG"] !== undefined;

spendCrashes(
  { describe, it, expect },
  {
    name: "SQLite",
    open: (now) => {
      const storage = sqliteStorage({ path: pathOf(`crashes-${crypto.randomUUID()}.db`), now });
      return { storages: [storage], close: () => storage.close() };
    },
    thorough: isLong,
    stride: isLong ? 1 : 8,
    ...(!isLong && { leastCrashes: 25 }),
    tell: console.log,
  },
);
