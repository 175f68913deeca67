import { spendCrashes } from "@agent-treasury/testing";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

spendCrashes(
  { describe, it, expect },
  {
    name: "PostgreSQL",
    open: (now) => {
      const storage = postgresStorage({ url: server.url(), schema: server.newSchema(), now });
      return { storages: [storage], close: () => storage.close() };
    },
    leastCrashes: 600,
    thorough: process.env["TEST_LONG"] !== undefined,
    tell: ({ spends, crashes, paidBefore }) =>
      console.log(
        `${spends} spends, ${crashes} crashes with money held, ${paidBefore} after paying`,
      ),
  },
);
