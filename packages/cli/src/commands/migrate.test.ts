import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";

describe("agent-treasury migrate", () => {
  let directory: string;
  let path: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
    path = join(directory, "treasury.db");
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it("says that it is needed without making anything, does it, and finds it done", async () => {
    const env = { TREASURY_DATABASE_URL: `sqlite:${path}` };
    expect((await run(["migrate", "--check"], env)).exitCode).toBe(1);
    await expect(access(path)).rejects.toThrow("ENOENT");
    expect(await run(["migrate", "--json"], env)).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await run(["migrate", "--check", "--json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ upToDate: true });
    expect(exitCode).toBe(0);
  });

  it("prints SQL that makes the schema by itself", async () => {
    const { stdout } = await run(["migrate", "--print", "--database", `sqlite:${path}`]);
    const database = new DatabaseSync(":memory:");
    database.exec(stdout);
    expect(database.prepare("SELECT count(*) AS heads FROM heads").get()).toEqual({ heads: 0 });
    database.close();
    const postgres = await run(["migrate", "--print", "--database", "postgres://h/d"]);
    expect(postgres.stdout).toContain("CREATE SCHEMA agent_treasury;\nCREATE TABLE");
    expect(postgres.exitCode).toBe(0);
  });

  it("refuses a database of a newer version", async () => {
    await run(["migrate", "--database", `sqlite:${path}`]);
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    const { exitCode, stderr } = await run(["migrate", "--check", "--database", `sqlite:${path}`]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("has schema 99")]);
  });
});
