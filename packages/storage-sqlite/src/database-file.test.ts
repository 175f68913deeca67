import {
  closeSync,
  copyFileSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { scriptedModel } from "@agent-treasury/sandbox";
import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { DatabaseFile } from "./database-file.ts";
import { commitOfRound, roundOf, workspacesOfWriter } from "./ledger-writer-rounds.fixture.ts";
import { runFixture } from "./run-fixture.fixture.ts";
import { isBusy } from "./sqlite-error.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { type SqliteDatabase, type SqliteStatement, openDatabase } from "./sqlite.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const storageError = { code: "storage_error" };
const baseUrl = "http://localhost:3000";

const takenAway = {
  removed: (path: string) => rmSync(path),
  "moved away": (path: string) => renameSync(path, `${path}.away`),
  "replaced by a copy": (path: string) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
} as const;

describe("a database file under a running server", () => {
  it.each(Object.entries(takenAway))(
    "that is %s rejects spends, and /health is 503",
    async (how, take) => {
      const path = pathOf(`${how}.db`);
      const treasury = createTreasury({
        baseUrl,
        storage: sqliteStorage({ path }),
        model: scriptedModel(),
        budget: { startingCapitalUsd: 100 },
      });
      const spend = () => treasury.runTurn({ message: "Buy paper from Acme for $5" });
      const health = () => treasury.handler(new Request(`${baseUrl}/api/service/health`));
      expect((await spend()).state.balanceUsd).toBe(95);
      expect((await health()).status).toBe(200);
      take(path);
      await expect(spend()).rejects.toMatchObject(storageError);
      await expect(spend()).rejects.toMatchObject(storageError);
      const unhealthy = await health();
      expect(unhealthy.status).toBe(503);
      expect(await unhealthy.json()).toMatchObject({ code: "storage_unavailable" });
      expect((await treasury.state()).balanceUsd).toBe(95);
      await treasury.close();
    },
  );

  it("accepts changes again once it is back in its place", async () => {
    const path = pathOf("back.db");
    const storage = sqliteStorage({ path });
    await storage.commit([commitOn("acme", 0n)]);
    renameSync(path, `${path}.away`);
    await expect(storage.commit([commitOn("acme", 1n)])).rejects.toMatchObject(storageError);
    renameSync(`${path}.away`, path);
    expect(await storage.commit([commitOn("acme", 1n)])).toEqual([{ kind: "committed" }]);
    await storage.close();
  });

  it("that is missing rejects turn records, erasures and backups, and can be read", async () => {
    const path = pathOf("gone.db");
    const storage = sqliteStorage({ path });
    await storage.commit([commitOn("acme", 0n)]);
    rmSync(path);
    const turn = { workspaceId: "acme", turnId: "t1", writer: "w", after: 0, expiresAt: 1 };
    const writes = [
      () => storage.turnLog.append({ ...turn, bodies: [1] }),
      () => storage.turnLog.erase("acme", 1),
      () => storage.turnLog.purge(1, 1),
      () => storage.purge(1, 1),
      () => storage.rewriteEntries("acme", []),
      () => storage.backup(pathOf("gone-backup.db")),
      () => storage.exclusive!({ workspaceId: "acme", keys: [] }, () => commitOn("acme", 1n)),
    ];
    for (const write of writes) await expect(write()).rejects.toMatchObject(storageError);
    expect((await headIn(storage, "acme"))?.version).toBe(1n);
    await storage.close();
  });
});

/** Takes away one of the files beside the database. Each leaves its writes without a place. */
const lost = {
  "a removed write-ahead log": (path: string) => rmSync(`${path}-wal`),
  "a write-ahead log that was replaced by a copy": (path: string) => {
    copyFileSync(`${path}-wal`, `${path}-copy`);
    renameSync(`${path}-copy`, `${path}-wal`);
  },
  "an emptied write-ahead log": (path: string) => truncateSync(`${path}-wal`, 0),
  "a write-ahead log that was cut to its half": (path: string) =>
    truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size / 2)),
  "a removed shared memory file": (path: string) => rmSync(`${path}-shm`),
} as const;

describe("a database with", () => {
  it.each(Object.entries(lost))("%s rejects the next change", async (_what, take) => {
    const path = pathOf(`lost-${Object.keys(lost).indexOf(_what)}.db`);
    const storage = sqliteStorage({ path });
    for (let version = 0n; version < 10n; version += 1n) {
      expect(await storage.commit([commitOn("acme", version)])).toEqual([{ kind: "committed" }]);
    }
    take(path);
    await expect(storage.commit([commitOn("acme", 10n)])).rejects.toMatchObject(storageError);
    await expect(storage.commit([commitOn("beta", 0n)])).rejects.toMatchObject(storageError);
    await expect(storage.check?.()).rejects.toMatchObject(storageError);
    await storage.close();
  });

  it("a write-ahead log that is lost during a commit does not confirm it", async () => {
    const path = pathOf("during.db");
    let isLost = false;
    const storage = sqliteStorage({
      path,
      now: () => {
        if (isLost) rmSync(`${path}-wal`, { force: true });
        return 1;
      },
    });
    await storage.commit([commitOn("acme", 0n)]);
    isLost = true;
    expect(await storage.commit([commitOn("acme", 1n)])).toMatchObject([{ kind: "unclear" }]);
    await storage.close();
  });

  it.each([
    ["its half", (bytes: number) => Math.floor(bytes / 2)],
    ["all but its last byte that is not zero", () => null],
  ])("a write-ahead log that is cut to %s during a commit does not confirm it", async (_to, to) => {
    const path = pathOf(`cut-to-${_to.length}.db`);
    let isCut = false;
    const storage = sqliteStorage({
      path,
      now: () => {
        if (isCut) truncateSync(`${path}-wal`, to(statSync(`${path}-wal`).size) ?? usedBytes(path));
        isCut = false;
        return 1;
      },
    });
    for (let version = 0n; version < 10n; version += 1n) {
      await storage.commit([commitOn("acme", version)]);
    }
    isCut = true;
    expect(await storage.commit([commitOn("acme", 10n)])).toMatchObject([{ kind: "unclear" }]);
    await expect(storage.commit([commitOn("acme", 11n)])).rejects.toMatchObject(storageError);
    await storage.close();
  });

  it("a write-ahead log that is cut during an append of a turn record rejects it", async () => {
    const path = pathOf("cut-append.db");
    let isCut = false;
    const storage = sqliteStorage({
      path,
      now: () => {
        if (isCut) truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size / 2));
        isCut = false;
        return 1;
      },
    });
    const turn = { workspaceId: "acme", turnId: "t1", writer: "w", expiresAt: 1 };
    for (let after = 0; after < 10; after += 1) {
      await storage.turnLog.append({ ...turn, after, bodies: [after] });
    }
    isCut = true;
    const append = storage.turnLog.append({ ...turn, after: 10, bodies: [10] });
    await expect(append).rejects.toMatchObject(storageError);
    await storage.close();
  });

  it("another process's commit cut out of the log does not confirm one behind it", async () => {
    const path = pathOf("others-cut.db");
    const [storage, other] = [sqliteStorage({ path }), sqliteStorage({ path })];
    await storage.commit([commitOn("acme", 0n)]);
    await other.commit([commitOfRound("beta", 1n)]);
    // The last page of that commit has a long entry, which the next commit does not read.
    truncateSync(`${path}-wal`, usedBytes(path));
    expect(await storage.commit([commitOn("acme", 1n)])).toMatchObject([{ kind: "unclear" }]);
    await Promise.all([storage.close(), other.close()]);
  });

  it("other commits of which the second was erased does not confirm one behind them", async () => {
    const path = pathOf("others-erased.db");
    const [storage, other] = [sqliteStorage({ path }), sqliteStorage({ path })];
    for (let version = 0n; version < 10n; version += 1n) {
      await other.commit([commitOn("acme", version)]);
    }
    // The log starts again and keeps its size.
    const checkpointer = openDatabase(path);
    checkpointer.exec("PRAGMA wal_checkpoint(RESTART)");
    await storage.commit([commitOn("acme", 10n)]);
    const { size } = statSync(`${path}-wal`);
    await other.commit([commitOn("acme", 11n)]);
    const before = readFileSync(`${path}-wal`);
    await other.commit([commitOfRound("beta", 1n)]);
    const written = readFileSync(`${path}-wal`);
    truncateSync(
      `${path}-wal`,
      written.findLastIndex((byte, at) => byte !== before[at]),
    );
    truncateSync(`${path}-wal`, size);
    utimesSync(`${path}-wal`, 1, 1);
    expect(await storage.commit([commitOn("acme", 12n)])).toMatchObject([{ kind: "unclear" }]);
    checkpointer.close();
    await Promise.all([storage.close(), other.close()]);
  });

  it.each([1, 10])(
    "%i commits of a process that was killed before it published them are written over",
    async (count) => {
      const path = pathOf(`unpublished-${count}.db`);
      const [storage, killed] = [sqliteStorage({ path }), sqliteStorage({ path })];
      await storage.commit([commitOn("acme", 0n)]);
      await killed.check?.();
      const index = readFileSync(`${path}-shm`);
      for (let version = 0n; version < BigInt(count); version += 1n) {
        await killed.commit([commitOn("beta", version)]);
      }
      // The processes share the memory of this file.
      const shared = openSync(`${path}-shm`, "r+");
      writeSync(shared, index, 0, index.length, 0);
      closeSync(shared);
      for (let version = 1n; version < 10n; version += 1n) {
        const [outcome] = await storage.commit([commitOn("acme", version)]);
        expect(outcome).toEqual({ kind: "committed" });
      }
      expect(await headIn(storage, "beta")).toBeNull();
      await Promise.all([storage.close(), killed.close()]);
    },
  );

  it("a write-ahead log that a checkpoint emptied accepts changes", async () => {
    const path = pathOf("emptied.db");
    const [storage, other] = [sqliteStorage({ path }), sqliteStorage({ path })];
    for (let version = 0n; version < 10n; version += 1n) {
      await storage.commit([commitOn("acme", version)]);
    }
    // Erasing text truncates the log.
    for (const each of [other, storage]) {
      await each.rewriteEntries("acme", []);
      expect(statSync(`${path}-wal`).size).toBe(0);
      const version = (await headIn(each, "acme"))?.version ?? 0n;
      expect(await storage.commit([commitOn("acme", version)])).toEqual([{ kind: "committed" }]);
      expect(await other.commit([commitOn("acme", version + 1n)])).toEqual([{ kind: "committed" }]);
    }
    await Promise.all([storage.close(), other.close()]);
  });

  it("its write-ahead log back in its place accepts changes again", async () => {
    const path = pathOf("log-back.db");
    const storage = sqliteStorage({ path });
    await storage.commit([commitOn("acme", 0n)]);
    linkSync(`${path}-wal`, `${path}-away`);
    rmSync(`${path}-wal`);
    await expect(storage.commit([commitOn("acme", 1n)])).rejects.toMatchObject(storageError);
    renameSync(`${path}-away`, `${path}-wal`);
    expect(await storage.commit([commitOn("acme", 1n)])).toEqual([{ kind: "committed" }]);
    await storage.close();
  });
});

/** A checked connection and another one, after a checkpoint of that emptied the log. */
async function emptied(
  name: string,
  prepare: (text: string, other: SqliteDatabase) => SqliteStatement | null,
): Promise<DatabaseFile> {
  const path = pathOf(name);
  const storage = sqliteStorage({ path });
  await storage.commit([commitOn("acme", 0n)]);
  const [database, other] = [openDatabase(path), openDatabase(path)];
  other.exec("PRAGMA busy_timeout = 0; UPDATE heads SET version = 2");
  const prepared = (text: string): SqliteStatement =>
    prepare(text, other) ?? database.prepare(text);
  const watched = { exec: database.exec, close: database.close, prepare: prepared };
  const file = new DatabaseFile(watched, path, openDatabase);
  other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  onTestFinished(async () => {
    file.close();
    for (const each of [database, other]) each.close();
    await storage.close();
  });
  return file;
}

describe("a check of a log that another process empties", () => {
  it("finds no damage if that process also tries to write meanwhile", async () => {
    const tries: unknown[] = [];
    const file = await emptied("emptied-again.db", (_text, other) => {
      try {
        tries.push(other.exec("UPDATE heads SET version = 3"));
      } catch (error) {
        tries.push(isBusy(error));
      }
      return null;
    });
    file.assertInPlace();
    expect(tries).toEqual([true]);
  });

  it("is repeated if that process is still at its checkpoint", async () => {
    const busy = { busy: 1, log: -1, checkpointed: -1 };
    const answers = [{ get: () => busy } as unknown as SqliteStatement];
    const file = await emptied("in-checkpoint.db", () => answers.pop() ?? null);
    expect(() => file.assertInPlace()).toThrow("Another process runs a checkpoint.");
    file.assertInPlace();
  });

  it("waits for its writes, and /health does not", async () => {
    const path = pathOf("emptied-and-busy.db");
    const [storage, other] = [sqliteStorage({ path }), sqliteStorage({ path })];
    await storage.commit([commitOn("acme", 0n)]);
    await other.rewriteEntries("acme", []);
    const writer = openDatabase(path);
    writer.exec("BEGIN IMMEDIATE");
    await storage.check?.();
    const committed = storage.commit([commitOn("acme", 1n)]);
    writer.exec("ROLLBACK");
    expect(await committed).toEqual([{ kind: "committed" }]);
    writer.close();
    await Promise.all([storage.close(), other.close()]);
  });
});

describe("a check of a log that was cut within the resolution of its time", () => {
  it.each([
    ["of another size", false],
    ["of the same size, after a commit", true],
  ])("finds a log %s", async (_size, isSameSize) => {
    const path = pathOf(`cut-within-${isSameSize}.db`);
    const log = `${path}-wal`;
    const storage = sqliteStorage({ path });
    await storage.commit([commitOn("acme", 0n)]);
    const { size } = statSync(log);
    utimesSync(log, 1, 1);
    const database = openDatabase(path);
    database.exec("SELECT version FROM heads");
    const file = new DatabaseFile(database, path, openDatabase);
    truncateSync(log, 100);
    if (isSameSize) {
      truncateSync(log, size);
      file.noteCommit();
    }
    utimesSync(log, 1, 1);
    expect(() => file.assertInPlace()).toThrow("was truncated");
    file.close();
    database.close();
    await storage.close();
  });
});

/** Of the log, without its last byte that is not zero. */
function usedBytes(path: string): number {
  const bytes = readFileSync(`${path}-wal`);
  return bytes.findLastIndex((byte) => byte !== 0);
}

describe("a process whose write-ahead log is removed under load", () => {
  it("loses no acknowledged commit when it is killed after it noticed", async () => {
    const path = pathOf("killed.db");
    const writer = runFixture("ledger-writer", path);
    const rounds = (): number => writer.output().split("\n").length - 1;
    await expect.poll(rounds).toBeGreaterThan(20);
    rmSync(`${path}-wal`);
    // The writer throws at the first commit that is not confirmed.
    await writer.ended;
    const [last = ""] = writer.output().trim().split("\n").slice(-1);
    const acknowledged = last.split(" ").map(BigInt);
    const storage = sqliteStorage({ path });
    const requests = workspacesOfWriter.map((workspaceId) => ({ workspaceId, keys: [] }));
    const stored = (await storage.load(requests)).map(({ head }) => roundOf(head));
    for (const [index, round] of acknowledged.entries()) {
      expect(stored[index]).toBeGreaterThanOrEqual(round);
    }
    await storage.close();
  });
});
