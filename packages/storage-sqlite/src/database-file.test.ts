import { copyFileSync, renameSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { scriptedModel } from "@agent-treasury/sandbox";
import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { DatabaseFile } from "./database-file.ts";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();
const storageError = { code: "storage_error" };
/** The path is checked once a second. */
const noticedMs = 1_050;
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
      await sleep(noticedMs);
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
    await sleep(noticedMs);
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
    await sleep(noticedMs);
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

  it("is checked once a second, and each time while it is not in its place", () => {
    let now = 0;
    let looks = 0;
    let inode: bigint | null = 7n;
    const file = new DatabaseFile("treasury.db", {
      identify: () => {
        looks += 1;
        return inode === null ? null : { device: 1n, inode };
      },
      monotonic: () => now,
    });
    for (now = 0; now < 3_000; now += 10) file.assertInPlace();
    expect(looks).toBe(3);
    inode = null;
    now += 1_000;
    expect(() => file.assertInPlace()).toThrow(/was removed while it was open/);
    inode = 8n;
    expect(() => file.assertInPlace()).toThrow(/was replaced while it was open/);
    inode = 7n;
    file.assertInPlace();
    expect(looks).toBe(6);
  });
});
