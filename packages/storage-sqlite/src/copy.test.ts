import { copyFileSync, renameSync, rmSync } from "node:fs";
import type { CopiedPart } from "@agent-treasury/provider";
import { commitOn } from "@agent-treasury/testing/commits";
import { describe, expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";
import { temporaryDirectory } from "./temporary-directory.fixture.ts";

const pathOf = temporaryDirectory();

describe("a copy of a workspace", () => {
  it.each([
    ["replaced", (path: string) => renameSync(`${path}.other`, path)],
    ["removed", (path: string) => rmSync(path)],
  ])("is refused if the database file was %s", async (how, take) => {
    const path = pathOf(`${how}.db`);
    const storage = sqliteStorage({ path });
    await storage.commit([commitOn("acme", 0n)]);
    copyFileSync(path, `${path}.other`);
    await storage.commit([commitOn("acme", 1n)]);
    take(path);
    const parts: CopiedPart[] = [];
    const copy = async (): Promise<void> => {
      for await (const part of storage.copy("acme")) parts.push(part);
    };
    await expect(copy()).rejects.toMatchObject({ code: "storage_error" });
    expect(parts).toEqual([]);
    await storage.close();
  });
});
