import { turnCrashes } from "test-suites";
import { describe, expect, it, vi } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const isLong = process.env["TEST_LONG"] !== undefined;

// A limit for a test that hangs.
if (isLong) vi.setConfig({ testTimeout: 1_800_000 });

turnCrashes(
  { describe, it, expect },
  {
    name: "SQLite",
    open: (now) => {
      const storage = sqliteStorage({ path: pathOf(`turns-${crypto.randomUUID()}.db`), now });
      return { storages: [storage], close: () => storage.close() };
    },
    leastCuts: isLong ? 1_000 : 15,
    stride: isLong ? 9 : 31,
    firstStride: isLong ? 1 : 31,
    tell: console.log,
  },
);
