import { copyFile } from "node:fs/promises";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury restored", () => {
  const place = sqlitePlace();

  async function inTreasury<Answer>(
    name: string,
    work: (treasury: Treasury) => Promise<Answer>,
  ): Promise<Answer> {
    const storage = sqliteStorage({ path: place.file(name) });
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage });
    try {
      return await work(treasury);
    } finally {
      await treasury.close();
    }
  }

  const idOf = (name: string) => inTreasury(name, ({ deployment }) => deployment.id());

  it("gives a copy another id, and leaves the original's", async () => {
    const original = await inTreasury("treasury.db", ({ deployment }) => deployment.replaceId());
    await copyFile(place.file("treasury.db"), place.file("copy.db"));
    expect(await idOf("copy.db")).toBe(original);
    const database = `sqlite:${place.file("copy.db")}`;
    const { exitCode, stdout } = await run(["restored", "--yes", "--json", "--database", database]);
    expect(exitCode).toBe(0);
    const { before, id } = JSON.parse(stdout) as { before: string; id: string };
    expect(before).toBe(original);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(id).not.toBe(original);
    expect([await idOf("copy.db"), await idOf("treasury.db")]).toEqual([id, original]);
  });

  it("changes nothing without a person's answer", async () => {
    const original = await inTreasury("treasury.db", ({ deployment }) => deployment.replaceId());
    expect(await run(["restored", "--database", place.database])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Nothing was changed. Run it again with --yes."),
    });
    expect(await idOf("treasury.db")).toBe(original);
  });

  it("creates no database", async () => {
    expect(await run(["restored", "--yes", "--database", place.database])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("There is no database at"),
    });
  });

  it("is what doctor asks for if the id differs from TREASURY_DEPLOYMENT_ID", async () => {
    const id = await inTreasury("treasury.db", ({ deployment }) => deployment.replaceId());
    const words = ["doctor", "--database", place.database];
    expect((await run(words, { TREASURY_DEPLOYMENT_ID: id })).stdout).toMatch(
      /✓ database {2}.*, with schema/,
    );
    const { stdout, exitCode } = await run(words, { TREASURY_DEPLOYMENT_ID: "0".repeat(32) });
    expect(stdout).toMatch(
      /! database {2}.*has the deployment id .*\n.*run agent-treasury restored/,
    );
    expect(stdout).toContain(id);
    expect(exitCode).toBe(0);
  });
});
