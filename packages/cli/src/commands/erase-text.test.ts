import { readFile, readdir } from "node:fs/promises";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { describe, expect, it } from "vitest";
import { fillWorkspaces } from "./fill-workspaces.fixture.ts";
import { run, runProgram } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury erase-text", () => {
  const place = sqlitePlace();

  async function bytes(): Promise<string> {
    const files = (await readdir(place.file(""))).filter((name) => name.startsWith("treasury.db"));
    const read = files.filter((name) => !name.endsWith("checkouts"));
    const all = await Promise.all(read.map((name) => readFile(place.file(name), "latin1")));
    return all.join("");
  }

  it("leaves no byte of the text in a SQLite file, and does not change the ledger", async () => {
    await fillWorkspaces(place.database, ["acme", "beta"], ["zanzibar", "tea"]);
    expect(await bytes()).toContain("zanzibar");
    const words = ["erase-text", "--database", place.database, "--operator", "Ada", "--json"];
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
    const verified = await run(["verify", "--database", place.database]);
    expect(verified.stdout).toContain("2 workspaces, all valid.");
    const { stdout: exported } = await runProgram(["export", "acme", "--database", place.database]);
    expect(exported).toContain('"kind":"text_erasure"');
    expect(exported).toContain('"operator":"Ada"');
  });

  it("leaves no turn records", async () => {
    await fillWorkspaces(place.database, ["acme"]);
    const words = ["erase-text", "--database", place.database, "--workspace", "acme", "--json"];
    // The records of the turns above are not among the forty.
    await run(words);
    const storage = sqliteStorage({ path: place.database.slice("sqlite:".length) });
    const append = { workspaceId: "acme", turnId: "t1", writer: "w", after: 0 };
    const bodies = Array.from({ length: 40 }, () => ({ message: "zanzibar ".repeat(100) }));
    await storage.turnLog.append({ ...append, bodies, expiresAt: Date.now() + 86_400_000 });
    await storage.close();
    expect(await bytes()).toContain("zanzibar");
    expect(JSON.parse((await run(words)).stdout)).toMatchObject({ turnRecords: 40 });
    expect(await bytes()).not.toContain("zanzibar");
  });

  it("accepts only a day or a time with a time zone", async () => {
    await fillWorkspaces(place.database, ["acme"]);
    const words = ["erase-text", "--workspace", "acme", "--database", place.database, "--before"];
    const past = await run([...words, "2020-01-31"]);
    expect(past.stdout).toContain(
      "0 entries, 0 documents and 0 turn records, older than 2020-01-31T00:00:00.000Z",
    );
    for (const date of [
      "yesterday",
      "2020-13-01",
      "2020-02-30",
      "2020-01-31T10:00",
      "31.01.2020",
    ]) {
      const { exitCode, stderr } = await run([...words, date]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("Use a day")]);
    }
  });

  it("requires an existing workspace", async () => {
    await fillWorkspaces(place.database, ["acme", "b", "c", "d", "e", "f"]);
    const unknown = await run(["erase-text", "--workspace", "amce", "--database", place.database]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("amce does not exist. The database has acme, b, c, d, e and others."),
    ]);
    expect((await run(["erase-text", "--database", place.database])).exitCode).toBe(2);
  });
});
