import { access } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { fillWorkspaces } from "./fill-workspaces.fixture.ts";
import { run, runProgram } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury verify", () => {
  const place = sqlitePlace();

  const fill = (...workspaces: readonly string[]): Promise<void> =>
    fillWorkspaces(place.database, workspaces);

  function tamper(sql: string): void {
    const connection = new DatabaseSync(place.file("treasury.db"));
    expect(connection.prepare(sql).run().changes).toBe(1);
    connection.close();
  }

  it("reports the number of valid entries and the head of each workspace", async () => {
    await fill("acme", "beta");
    const { exitCode, stdout, stderr } = await run(["verify", "--database", place.database]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^acme {2}valid {2}3 entries, head 3 [0-9a-f]{64}$/m);
    expect(stdout).toMatch(/^beta {2}valid {2}3 entries, head 3 [0-9a-f]{64}$/m);
    expect(stdout).toContain("2 workspaces, all valid.");
    expect(exitCode).toBe(0);
  });

  it("uses the database of the environment, and one workspace", async () => {
    await fill("acme", "beta");
    const { exitCode, stdout } = await run(["verify", "beta"], {
      TREASURY_DATABASE_URL: place.database,
    });
    expect(stdout).not.toContain("acme");
    expect(stdout).toContain("1 workspace, all valid.");
    expect(exitCode).toBe(0);
  });

  it("names the first modified entry, and fails", async () => {
    await fill("acme", "beta");
    tamper(
      "UPDATE entries SET amount_micros = -1 WHERE workspace_id = 'acme' AND sequence = 2 AND amount_micros < 0",
    );
    const { exitCode, stdout } = await run(["verify", "--database", place.database]);
    expect(stdout).toMatch(
      /^acme {2}INVALID {2}first at entry 2: .* \(valid before it: 1 entry\)$/m,
    );
    expect(stdout).toMatch(/^beta {2}valid/m);
    expect(stdout).toContain("2 workspaces, 1 INVALID.");
    expect(exitCode).toBe(1);
  });

  it("names a removed entry", async () => {
    await fill("acme");
    tamper("DELETE FROM entries WHERE workspace_id = 'acme' AND sequence = 3");
    const { exitCode, stdout } = await run(["verify", "--database", place.database]);
    expect(stdout).toContain("first at entry 3: Entry 3 is missing.");
    expect(exitCode).toBe(1);
  });

  it("finds a total that differs from the entries", async () => {
    await fill("acme");
    tamper(`UPDATE heads SET account = replace(account, '60000000', '61000000')`);
    const { exitCode, stdout } = await run(["verify", "--database", place.database]);
    expect(stdout).toMatch(/^acme {2}INVALID {2}no single entry: /m);
    expect(exitCode).toBe(1);
  });

  it("prints one JSON document on request", async () => {
    await fill("acme");
    const right = await run(["verify", "--json", "--database", place.database]);
    expect(JSON.parse(right.stdout)).toMatchObject({
      valid: true,
      workspaces: [{ workspaceId: "acme", valid: true, entriesChecked: 3, headSequence: 3 }],
    });
    expect(right.exitCode).toBe(0);
    tamper("UPDATE entries SET hash = 'x' WHERE sequence = 1");
    const wrong = await runProgram(["verify", "--json", "--database", place.database]);
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      valid: false,
      workspaces: [{ valid: false, firstInvalidSequence: 1 }],
    });
    expect(wrong.exitCode).toBe(1);
  });

  it("does not create a missing database", async () => {
    const { exitCode, stdout, stderr } = await run(["verify", "--database", place.database]);
    expect(stderr).toContain(`There is no database at ${place.file("treasury.db")}.`);
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
    await expect(access(place.file("treasury.db"))).rejects.toThrow("ENOENT");
  });

  it("rejects a missing workspace", async () => {
    await fill("acme");
    const { exitCode, stdout, stderr } = await runProgram([
      "verify",
      "amce",
      "--database",
      place.database,
    ]);
    expect(stderr).toContain("The workspace amce does not exist. The database has acme.");
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
  });

  it.each([
    { words: ["verify", "--database", "postgres://u:hunter2@h"], says: "Use postgres://" },
    {
      words: ["verify", "--database", "postgres://u:hunter2@127.0.0.1:1/d"],
      says: "that the server runs.\n  because: connect ECONNREFUSED",
    },
    { words: ["verify", "--database", "memory:"], says: "stores nothing" },
    {
      words: ["verify", "--fast"],
      says: "Unknown option '--fast'. See agent-treasury verify --help.",
    },
    { words: ["verify", "a", "b"], says: "one workspace at most" },
    { words: ["audit"], says: 'Unknown command "audit"' },
    { words: [], says: "Usage" },
  ])("reports the problem of $words, without a stack", async ({ words, says }) => {
    const { exitCode, stdout, stderr } = await run(words);
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/\n\s+at |hunter2/);
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
  });

  it("prints its help", async () => {
    const { exitCode, stdout, stderr } = await run(["--help"]);
    expect(stdout).toContain("verify [options] [workspace]");
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
  });

  it("prints its version", async () => {
    const { exitCode, stdout } = await run(["--version"]);
    expect(stdout).toBe(`${manifest.version}\n`);
    expect(exitCode).toBe(0);
  });
});
