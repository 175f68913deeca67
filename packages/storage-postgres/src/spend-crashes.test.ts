import { testServer } from "postgres-for-tests";
import { spendCrashes } from "test-suites";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

const isLong = process.env["TEST_LONG"] !== undefined;

spendCrashes(
  { describe, it, expect },
  {
    name: "PostgreSQL",
    open: (now) => {
      const storage = postgresStorage({ url: server.url(), schema: server.newSchema(), now });
      return { storages: [storage], close: () => storage.close() };
    },
    thorough: isLong,
    stride: isLong ? 1 : 16,
    ...(!isLong && { leastCrashes: 12 }),
    tell: console.log,
  },
);
