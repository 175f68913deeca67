import { storageConformance } from "@agent-treasury/testing";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const schemas = new WeakMap<object, string>();
let pool: ReturnType<typeof server.pool> | null = null;
let fixedNow: number | null = null;
const now = (): number => fixedNow ?? Date.now();

function onSharedPool(schema: string): ReturnType<typeof postgresStorage> {
  pool ??= server.pool();
  const storage = postgresStorage({ pool, schema, now });
  schemas.set(storage, schema);
  return storage;
}

storageConformance(
  { describe, it, expect },
  {
    name: "PostgreSQL on a pool of the app",
    open: () => {
      fixedNow = null;
      return onSharedPool(server.newSchema());
    },
    reopen: (storage) => onSharedPool(schemas.get(storage)!),
    setNow: (milliseconds) => {
      fixedNow = milliseconds;
    },
  },
);

// The same statements on a pool of its own, which the service's tests use as well.
if (process.env["TEST_LONG"] !== undefined) {
  storageConformance(
    { describe, it, expect },
    {
      name: "PostgreSQL by URL, with its own clock",
      open: () => postgresStorage({ url: server.url(), schema: server.newSchema() }),
    },
  );
}
