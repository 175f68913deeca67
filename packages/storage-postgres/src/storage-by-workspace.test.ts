import { type Storage, TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { storageConformance } from "@agent-treasury/testing";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type pg from "pg";
import { testServer } from "postgres-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";
import { storageByWorkspace } from "./storage-by-workspace.ts";

const server = testServer();
const names = ["a", "b", "c", "d"] as const;
type Name = (typeof names)[number];

let pool: pg.Pool | null = null;
let fixedNow: number | null = null;
const now = (): number => fixedNow ?? Date.now();
const schemas = new WeakMap<object, string>();
const databases: { readonly name: string; readonly pool: pg.Pool }[] = [];

const chosen = (workspaceId: string): Name => names[(workspaceId.codePointAt(0) ?? 0) % 4]!;

/** Creating tables in four databases for each test takes long. */
const isLong = process.env["TEST_LONG"] !== undefined;

beforeAll(async () => {
  if (!isLong) return;
  const owner = server.pool();
  for (const letter of names) {
    const name = `${server.newSchema()}_${letter}`;
    await owner.query(`CREATE DATABASE ${name}`);
    databases.push({
      name,
      pool: server.pool({ connectionString: server.url({ database: name }) }),
    });
  }
});

afterAll(async () => {
  for (const { name } of databases) await server.pool().query(`DROP DATABASE ${name} WITH (FORCE)`);
});

const down = (): Promise<never> => Promise.reject(new Error("The database is down."));

function openInMemory(): Storage {
  const [a, b, c, d] = names.map(() => memoryStorage({ now })) as [
    Storage,
    Storage,
    Storage,
    Storage,
  ];
  return storageByWorkspace((id) => chosen(id.at(-1) ?? ""), { a, b, c, d });
}

function openInDatabases(schema: string = server.newSchema()): Storage {
  const parts = databases.map(({ pool: own }) => postgresStorage({ pool: own, schema, now }));
  const [a, b, c, d] = parts as [Storage, Storage, Storage, Storage];
  // The last character spreads the workspaces of the suite.
  const storage = storageByWorkspace((id) => chosen(id.at(-1) ?? ""), { a, b, c, d });
  schemas.set(storage, schema);
  return storage;
}

storageConformance(
  { describe, it, expect },
  {
    name: isLong ? "four databases" : "four storages in memory",
    open: () => {
      fixedNow = null;
      return isLong ? openInDatabases() : openInMemory();
    },
    ...(isLong && { reopen: (storage: Storage) => openInDatabases(schemas.get(storage)) }),
    setNow: (milliseconds) => {
      fixedNow = milliseconds;
    },
  },
);

const opened = (): readonly [Storage, Record<"a" | "b", Storage>] => {
  pool ??= server.pool();
  const shared = pool;
  const openOne = (): Storage => postgresStorage({ pool: shared, schema: server.newSchema() });
  const parts = { a: openOne(), b: openOne() };
  return [storageByWorkspace((id) => (id.startsWith("a") ? "a" : "b"), parts), parts];
};

function failing(error: Error): Storage {
  const commit: Storage["commit"] = async () => {
    throw error;
  };
  return { ...memoryStorage(), commit };
}

/** The error of a check of two storages that fail with `first` and `second`, or null. */
async function checked(first: Error | null, second: Error | null): Promise<unknown> {
  const [a, b] = [first, second].map((error): Storage => {
    const check = async (): Promise<void> => {
      if (error !== null) throw error;
    };
    return { ...memoryStorage(), check };
  }) as [Storage, Storage];
  try {
    await storageByWorkspace<"a" | "b">(() => "a", { a, b }).check?.();
    return null;
  } catch (error) {
    return error;
  }
}

describe("several storages by workspace", () => {
  it("do not list what remains of a workspace in another one", async () => {
    const [storage, { b }] = opened();
    const due = { ...docNamed("p", 1), dueAt: 5 };
    for (const id of ["a1", "a2", "a3"]) await b.commit([commitOn(id, 0n, null, { put: [due] })]);
    for (const id of ["a2", "b1", "b2"]) {
      await storage.commit([commitOn(id, 0n, null, { put: [due] })]);
    }
    const walked: string[] = [];
    for (let after: string | null = null; ; after = walked.at(-1) ?? null) {
      const page = await storage.workspaces(after, 1);
      if (page.length === 0) break;
      walked.push(...page);
    }
    expect(walked).toEqual(["a2", "b1", "b2"]);
    const found = await storage.due(10, null, 2, ["proposal"]);
    expect(found.map(({ workspaceId }) => workspaceId)).toEqual(["a2", "b1"]);
  });

  it("leave a commit unclear if its storage fails and another one wrote", async () => {
    const [storage, { b }] = opened();
    await b.close();
    const both = [commitOn("a1", 0n), commitOn("b1", 0n)];
    expect(await storage.commit(both)).toMatchObject([{ kind: "committed" }, { kind: "unclear" }]);
    await expect(storage.commit([commitOn("b1", 0n)])).rejects.toMatchObject({
      code: "storage_error",
    });
    expect((await headIn(storage, "a1"))?.version).toBe(1n);
  });

  it("do not report that nothing was written if one storage may have written", async () => {
    const unsent = new TreasuryError("storage_error", "The database could not be reached.");
    const parts = { a: failing(unsent), b: failing(new Error("The reply was lost.")) };
    const storage = storageByWorkspace((id) => (id.startsWith("a") ? "a" : "b"), parts);
    const both = storage.commit([commitOn("a1", 0n), commitOn("b1", 0n)]);
    await expect(both).rejects.toThrow("The reply was lost.");
  });

  it("purge and close all, also after one failed", async () => {
    const [a, b] = [memoryStorage(), memoryStorage()];
    const closed: string[] = [];
    const storage = storageByWorkspace((id) => (id.startsWith("a") ? "a" : "b"), {
      a: { ...forwardedStorage(a), purge: down, close: down },
      b: { ...forwardedStorage(b), close: async () => void closed.push("b") },
    });
    const claim = [{ key: { kind: "deposit", id: "one" }, expiresAt: 1 }];
    await b.commit([commitOn("b1", 0n, null, { claim })]);
    await expect(storage.purge(Date.now(), 500)).rejects.toThrow("down");
    expect(await b.purge(Date.now(), 500)).toBe(0);
    await expect(storage.close()).rejects.toThrow("down");
    expect(closed).toEqual(["b"]);
  });

  it("pass their check until all of them are moved", async () => {
    const moved = new TreasuryError("storage_moved", "The workspaces were moved.");
    const broken = new TreasuryError("storage_error", "The file was removed.");
    expect(await checked(moved, null)).toBe(null);
    expect(await checked(moved, moved)).toBe(moved);
    expect(await checked(null, broken)).toBe(broken);
  });

  it("reject a name without a storage", () => {
    const [, parts] = opened();
    const storage = storageByWorkspace(() => "c" as "a", parts);
    expect(() => storage.copy("x")).toThrow(/no storage named c/);
  });
});
