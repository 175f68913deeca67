import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { serviceConformance, startBareHandler } from "test-suites/service";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
let places = 0;

serviceConformance(
  { describe, it, expect },
  {
    name: "the bare handler on SQLite",
    start: startBareHandler,
    // Other suites run every test, and the client.
    ...(process.env["TEST_LONG"] === "1"
      ? { makeClient: createTreasuryClient }
      : { part: { at: 0, of: 16 } }),
    makeStoragePlace: () => {
      places += 1;
      const path = pathOf(`service-${places}.db`);
      return { open: () => sqliteStorage({ path }), remove: async () => {} };
    },
  },
);
