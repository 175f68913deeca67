import { isTreasuryError } from "@agent-treasury/provider";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { describe, expect, it } from "vitest";
import { commitTogether } from "./commit-together.ts";
import { openConnection } from "./connection.ts";
import { storageError } from "./sqlite-error.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";
import { boundariesOf, transactionsOf } from "./transactions.ts";

const pathOf = temporaryDirectory();

describe("commits", () => {
  it("wait for another process without blocking this one", async () => {
    const path = pathOf("waiting.db");
    const storage = sqliteStorage({ path });
    await headIn(storage, "acme");
    const other = await openConnection(path);
    other.database.exec("BEGIN IMMEDIATE");
    let settled = false;
    const commit = storage.commit([commitOn("acme", 0n)]).finally(() => (settled = true));
    const read = await headIn(storage, "acme");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([read, settled]).toEqual([null, false]);
    other.database.exec("COMMIT");
    expect(await commit).toEqual([{ kind: "committed" }]);
    other.database.close();
    await storage.close();
  });

  it("in sequence leave time for other work of the process", async () => {
    const storage = sqliteStorage({ path: pathOf("turns.db") });
    await headIn(storage, "acme");
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    for (let version = 0n; version < 200n; version += 1n) {
      await storage.commit([commitOn("acme", version)]);
    }
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
    await storage.close();
  });

  it("that were waiting when the storage was closed are completed first", async () => {
    const path = pathOf("closing.db");
    const storage = sqliteStorage({ path });
    await headIn(storage, "acme");
    const other = await openConnection(path);
    other.database.exec("BEGIN IMMEDIATE");
    const commit = storage.commit([commitOn("acme", 0n)]);
    const closed = storage.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    other.database.exec("COMMIT");
    expect(await commit).toEqual([{ kind: "committed" }]);
    await closed;
    other.database.close();
  });

  it("are rejected alone if a value is invalid, and leave no changes", async () => {
    const storage = sqliteStorage({ path: pathOf("values.db") });
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const outcomes = await storage.commit([
      commitOn("good", 0n, null, { put: [docNamed("p1", 1)] }),
      commitOn("too-large", 0n, null, { put: [{ ...docNamed("p1", 1), ordinal: 2n ** 63n }] }),
      commitOn("half", 0n, null, { put: [{ ...docNamed("p1", 1), epoch: 1.5 }] }),
      commitOn("circular", 0n, circular as never),
      commitOn("also-good", 0n, null, { put: [docNamed("p1", 1)] }),
    ]);
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds).toEqual(["committed", "rejected", "rejected", "rejected", "committed"]);
    expect(await storage.workspaces(null, 10)).toEqual(["also-good", "good"]);
    await storage.close();
  });

  it("reject on a full disk without changes, and succeed once there is space", async () => {
    const path = pathOf("full.db");
    const connection = await openConnection(path);
    const { database } = connection;
    const allow = (pages: number): void => database.exec(`PRAGMA max_page_count = ${pages}`);
    const pages = Number(database.prepare("PRAGMA page_count").get()?.["page_count"]);
    allow(pages + 2);
    const large = commitOn("large", 0n, "x".repeat(100_000));
    const commits = [commitOn("small", 0n), large];
    const failure: unknown = await commitTogether(connection, commits, Date.now).catch(
      (error: unknown) => storageError(error, path),
    );
    expect(isTreasuryError(failure) && failure.message).toMatch(/disk is full/);
    const count = database.prepare("SELECT count(*) AS count FROM heads");
    expect(count.get()?.["count"]).toBe(0);
    allow(pages + 1_000);
    const outcomes = await commitTogether(connection, commits, Date.now);
    expect(outcomes).toEqual([{ kind: "committed" }, { kind: "committed" }]);
    database.close();
  });

  it("are unclear if the final flush fails, and take effect once when sent again", async () => {
    const connection = await openConnection(pathOf("unclear.db"));
    const { database } = connection;
    const boundaries = boundariesOf(database);
    let failures = 1;
    const commit = {
      run: () => {
        failures -= 1;
        if (failures >= 0) throw Object.assign(new Error("disk I/O error"), { errcode: 1034 });
        return boundaries.commit.run();
      },
    };
    const broken = { ...connection, ...transactionsOf({ ...boundaries, commit }) };
    const commits = [commitOn("acme", 0n), commitOn("other", 5n)];
    const kinds = async (): Promise<string[]> =>
      (await commitTogether(broken, commits, Date.now)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["unclear", "conflict"]);
    expect(await kinds()).toEqual(["committed", "conflict"]);
    expect(await kinds()).toEqual(["committed", "conflict"]);
    database.close();
  });

  it("are unclear if the disk fails after one of them that may be durable", async () => {
    const connection = await openConnection(pathOf("one-by-one.db"));
    const { database } = connection;
    const boundaries = boundariesOf(database);
    const failing = (statement: "beginWrite" | "commit", at: number) => {
      let runs = 0;
      const run = () => {
        runs += 1;
        if (runs === at) throw Object.assign(new Error("disk I/O error"), { errcode: 1034 });
        return boundaries[statement].run();
      };
      return { [statement]: { run } };
    };
    const create = [docNamed("p1", 1)];
    await commitTogether(connection, [commitOn("acme", 0n, null, { create })], Date.now);
    // The document that exists prevents the common transaction. Then the first commit is unclear,
    // and the transaction of the next one cannot begin.
    const parts = { ...boundaries, ...failing("commit", 1), ...failing("beginWrite", 3) };
    const outcomes = await commitTogether(
      { ...connection, ...transactionsOf(parts) },
      [commitOn("first", 0n), commitOn("acme", 1n, null, { create })],
      Date.now,
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(["unclear", "unclear"]);
    database.close();
  });
});
