import { readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { commitOn, docNamed, headIn } from "@agent-treasury/testing/commits";
import { describe, expect, it } from "vitest";
import { type SqliteStorage, sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();

/** Repeatedly commits to two workspaces together, so that both always have the same version. */
async function write(storage: SqliteStorage, from: bigint, rounds: number): Promise<bigint> {
  const to = from + BigInt(rounds);
  for (let version = from; version < to; version += 1n) {
    const put = [docNamed(`p${version}`, "x".repeat(2_000))];
    await storage.commit([
      commitOn("a", version, version.toString(), { put }),
      commitOn("b", version, version.toString(), { put }),
    ]);
  }
  return to;
}

describe("a backup", () => {
  it("is of one moment, and completes while writes continue", async () => {
    const storage = sqliteStorage({ path: pathOf("busy.db") });
    let version = await write(storage, 0n, 200);
    const destination = pathOf("new-directory/copy.db");
    const progress = { made: false };
    const backup = storage.backup(destination).finally(() => (progress.made = true));
    while (!progress.made) version = await write(storage, version, 1);
    await backup;
    const copy = sqliteStorage({ path: destination });
    const [a, b] = [await headIn(copy, "a"), await headIn(copy, "b")];
    expect(a?.version).toBeGreaterThanOrEqual(200n);
    expect(b?.version).toBe(a?.version);
    const view = await copy.view(
      "a",
      { kind: "proposal", before: null, limit: 1_000_000 },
      { order: "newest", beyond: null, limit: 0 },
    );
    expect(BigInt(view.docs.length)).toBe(a?.version);
    expect(version).toBeGreaterThan(200n);
    expect((await headIn(storage, "a"))?.version).toBe(version);
    expect(await copy.commit([commitOn("a", a?.version ?? 0n)])).toEqual([{ kind: "committed" }]);
    await copy.close();
    await storage.close();
  });

  it("does not overwrite files, and leaves no partial copy", async () => {
    const path = pathOf("source.db");
    const storage = sqliteStorage({ path });
    await storage.commit([commitOn("acme", 0n)]);
    const taken = pathOf("backups/monday.db");
    await storage.backup(taken);
    await expect(storage.backup(taken)).rejects.toThrow(/"monday.db" exists: choose a new name/);
    await expect(storage.backup(path)).rejects.toThrow(/"source.db" exists/);
    writeFileSync(pathOf("backups/tuesday.db-wal"), "left behind");
    await expect(storage.backup(pathOf("backups/tuesday.db"))).rejects.toThrow(
      /"tuesday.db-wal" exists/,
    );
    expect(readdirSync(dirname(taken))).toEqual(["monday.db", "tuesday.db-wal"]);
    expect((await headIn(storage, "acme"))?.version).toBe(1n);
    await storage.close();
  });

  it("supports a storage in memory", async () => {
    const storage = sqliteStorage({ path: ":memory:" });
    await storage.commit([commitOn("acme", 0n, "kept")]);
    await storage.backup(pathOf("from-memory.db"));
    await storage.close();
    const copy = sqliteStorage({ path: pathOf("from-memory.db") });
    expect((await headIn(copy, "acme"))?.account).toBe("kept");
    await copy.close();
  });
});
