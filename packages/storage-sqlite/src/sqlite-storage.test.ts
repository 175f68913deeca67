import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storageConformance } from "@agent-treasury/testing";
import { afterAll, describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";

const directory = mkdtempSync(join(tmpdir(), "treasury-conformance-"));
afterAll(() => rmSync(directory, { recursive: true }));

let opened = 0;
let fixedNow: number | null = null;
const now = (): number => fixedNow ?? Date.now();
const paths = new WeakMap<object, string>();

storageConformance(
  { describe, it, expect },
  {
    name: "a SQLite file",
    open: () => {
      fixedNow = null;
      opened += 1;
      const path = join(directory, `${opened}.db`);
      const storage = sqliteStorage({ path, now });
      paths.set(storage, path);
      return storage;
    },
    reopen: (storage) => sqliteStorage({ path: paths.get(storage)!, now }),
    setNow: (milliseconds) => {
      fixedNow = milliseconds;
    },
  },
);

storageConformance(
  { describe, it, expect },
  { name: "SQLite in memory", open: () => sqliteStorage({ path: ":memory:" }) },
);
