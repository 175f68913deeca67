import { testServer } from "postgres-for-tests";
import { turnCrashes } from "test-suites";
import { describe, expect, it, vi } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const isLong = process.env["TEST_LONG"] !== undefined;

// A limit for a test that hangs.
if (isLong) vi.setConfig({ testTimeout: 1_800_000 });

turnCrashes(
  { describe, it, expect },
  {
    name: "PostgreSQL",
    open: (now) => {
      const storage = postgresStorage({ url: server.url(), schema: server.newSchema(), now });
      return { storages: [storage], close: () => storage.close() };
    },
    leastCuts: isLong ? 1_000 : 8,
    // With few crashes, the speed of the server decides at which calls they are.
    leastCalls: isLong ? 1 : 0,
    stride: isLong ? 9 : 31,
    firstStride: isLong ? 1 : 37,
    tell: console.log,
  },
);
