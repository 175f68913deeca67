import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { testServer } from "postgres-for-tests";
import { serviceConformance, startBareHandler } from "test-suites/service";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

serviceConformance(
  { describe, it, expect },
  {
    name: "the bare handler on PostgreSQL",
    start: startBareHandler,
    // Other suites run the client.
    ...(process.env["TEST_LONG"] === "1" && { makeClient: createTreasuryClient }),
    makeStoragePlace: () => {
      const schema = server.newSchema();
      return {
        open: () => postgresStorage({ url: server.url(), schema, connections: 4 }),
        remove: async () => {},
      };
    },
  },
);
