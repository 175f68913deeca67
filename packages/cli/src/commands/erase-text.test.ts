import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillWorkspaces } from "./fill-workspaces.fixture.ts";
import { run } from "./run-program.fixture.ts";

describe("agent-treasury erase-text", () => {
  let directory: string;
  let database: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
    database = `sqlite:${join(directory, "treasury.db")}`;
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function bytes(): Promise<string> {
    const files = (await readdir(directory)).filter((name) => name.startsWith("treasury.db"));
    const read = files.filter((name) => !name.endsWith("checkouts"));
    const all = await Promise.all(read.map((name) => readFile(join(directory, name), "latin1")));
    return all.join("");
  }

  it("leaves no byte of the text in a SQLite file, and the ledger as it was", async () => {
    await fillWorkspaces(database, ["acme", "beta"], ["zanzibar", "tea"]);
    expect(await bytes()).toContain("zanzibar");
    const words = ["erase-text", "--database", database, "--operator", "Ada", "--json"];
    const { stdout, exitCode } = await run([...words, "--workspace", "acme"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      workspaceId: "acme",
      entries: 3,
      documents: 2,
      kept: 0,
    });
    await run([...words, "--workspace", "beta"]);
    expect(await bytes()).not.toContain("zanzibar");
    const verified = await run(["verify", "--database", database]);
    expect(verified.stdout).toContain("2 workspaces, all valid.");
    const { stdout: exported } = await run(["export", "acme", "--database", database]);
    expect(exported).toContain('"kind":"text_erasure"');
    expect(exported).toContain('"operator":"Ada"');
  });

  it("leaves nothing of what turns wrote down", async () => {
    await fillWorkspaces(database, ["acme"]);
    const words = ["erase-text", "--database", database, "--workspace", "acme", "--json"];
    // What the turns that filled it wrote down is none of the forty.
    await run(words);
    const storage = sqliteStorage({ path: database.slice("sqlite:".length) });
    const append = { workspaceId: "acme", turnId: "t1", writer: "w", after: 0 };
    const bodies = Array.from({ length: 40 }, () => ({ message: "zanzibar ".repeat(100) }));
    await storage.turnLog.append({ ...append, bodies, expiresAt: Date.now() + 86_400_000 });
    await storage.close();
    expect(await bytes()).toContain("zanzibar");
    expect(JSON.parse((await run(words)).stdout)).toMatchObject({ turnRecords: 40 });
    expect(await bytes()).not.toContain("zanzibar");
  });

  it("takes a day or a time with its zone, and nothing else", async () => {
    await fillWorkspaces(database, ["acme"]);
    const words = ["erase-text", "--workspace", "acme", "--database", database, "--before"];
    const past = await run([...words, "2020-01-31"]);
    expect(past.stdout).toContain(
      "0 entries and 0 documents, and 0 records of turns, older than 2020-01-31T00:00:00.000Z",
    );
    for (const date of ["yesterday", "2020-13-01", "2020-01-31T10:00", "31.01.2020"]) {
      const { exitCode, stderr } = await run([...words, date]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("Write a day")]);
    }
  });

  it("refuses a workspace that is not there, and none at all", async () => {
    await fillWorkspaces(database, ["acme"]);
    const unknown = await run(["erase-text", "--workspace", "amce", "--database", database]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      "agent-treasury: There is no workspace amce in it.\n",
    ]);
    expect((await run(["erase-text", "--database", database])).exitCode).toBe(2);
  });
});
