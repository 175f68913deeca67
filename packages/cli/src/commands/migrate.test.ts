import { access } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury migrate", () => {
  const place = sqlitePlace();

  it("checks the schema without creating it, updates it, and finds it up to date", async () => {
    const env = { TREASURY_DATABASE_URL: place.database };
    expect((await run(["migrate", "--check"], env)).exitCode).toBe(1);
    await expect(access(place.file("treasury.db"))).rejects.toThrow("ENOENT");
    expect(await run(["migrate", "--json"], env)).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await run(["migrate", "--check", "--json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ upToDate: true });
    expect(exitCode).toBe(0);
  });

  it("prints SQL that creates the schema on its own", async () => {
    const { stdout } = await run(["migrate", "--print", "--database", place.database]);
    const database = new DatabaseSync(":memory:");
    database.exec(stdout);
    expect(database.prepare("SELECT count(*) AS heads FROM heads").get()).toEqual({ heads: 0 });
    database.close();
    const postgres = await run(["migrate", "--print", "--database", "postgres://h/d"]);
    expect(postgres.stdout).toContain("CREATE SCHEMA agent_treasury;\nCREATE TABLE");
    expect(postgres.exitCode).toBe(0);
  });

  it("rejects a database of a newer version", async () => {
    await run(["migrate", "--database", place.database]);
    const database = new DatabaseSync(place.file("treasury.db"));
    database.exec("PRAGMA user_version = 99");
    database.close();
    const { exitCode, stderr } = await run(["migrate", "--check", "--database", place.database]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("has schema 99")]);
  });
});
