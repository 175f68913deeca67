import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { testServer } from "postgres-for-tests";
import { serviceConformance, startBareHandler } from "test-suites/service";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const isLong = process.env["TEST_LONG"] === "1";

serviceConformance(
  { describe, it, expect },
  {
    name: "the bare handler on PostgreSQL",
    start: startBareHandler,
    // Other suites run every test, and the client.
    ...(isLong ? { makeClient: createTreasuryClient } : { part: { at: 1, of: 24 } }),
    makeStoragePlace: () => {
      const schema = server.newSchema();
      return {
        open: () => postgresStorage({ url: server.url(), schema, connections: 4 }),
        remove: async () => {},
      };
    },
  },
);
