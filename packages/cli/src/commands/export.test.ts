import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDeployment } from "@agent-treasury/server";
import { testServer } from "postgres-for-tests";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillWorkspaces } from "./fill-workspaces.fixture.ts";
import { run, runProgram } from "./run-program.fixture.ts";

const server = testServer();

let directory: string;
let database: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-"));
  database = `sqlite:${join(directory, "treasury.db")}`;
  file = join(directory, "treasury.jsonl");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function exported(...words: readonly string[]): Promise<string> {
  const { exitCode, stderr } = await run([
    "export",
    "--database",
    database,
    "--out",
    file,
    ...words,
  ]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Exported")]);
  return readFile(file, "utf8");
}

/** The result of verify for an export with this text. */
async function verifyText(text: string): Promise<[number, string]> {
  await writeFile(file, text);
  const { exitCode, stdout, stderr } = await run(["verify", "--export", file]);
  return [exitCode, stdout + stderr];
}

describe("agent-treasury export", () => {
  it("writes heads, documents and entries, and verify accepts them", async () => {
    await fillWorkspaces(database, ["acme", "beta"]);
    const lines = (await exported()).trimEnd().split("\n");
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records[0]).toMatchObject({
      format: "agent-treasury-export",
      formatVersion: 1,
      workspaceId: null,
    });
    expect(records.at(-1)).toEqual({ record: "end", workspaces: 2, records: records.length - 2 });
    const acme = records.filter(({ workspaceId }) => workspaceId === "acme");
    expect(acme[0]).toMatchObject({ record: "head", sequence: "3" });
    const entries = acme.filter(({ record }) => record === "entry");
    expect(entries.map(({ amountMicros }) => amountMicros)).toEqual([
      "60000000",
      "-3000000",
      "-3000000",
    ]);
    const kinds = acme.filter(({ record }) => record === "document").map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["credit", "epoch", "proposal"]));

    const { exitCode, stdout } = await run(["verify", "--export", file]);
    expect(stdout).toMatch(/^acme {2}valid {2}3 entries, head 3 [0-9a-f]{64}$/m);
    expect(stdout).toContain("2 workspaces, all valid.");
    expect(exitCode).toBe(0);
    expect((await run(["verify", "gamma", "--export", file])).exitCode).toBe(2);
  });

  it("supports any text in a line", async () => {
    await fillWorkspaces(database, ["acme"]);
    const { treasury } = await openDeployment({ env: { TREASURY_DATABASE_URL: database } });
    const operator = "Ada\u2028of\u2029Acme";
    await treasury.setBudget({ workspaceId: "acme", limits: {}, operator });
    await treasury.close();
    const text = await exported();
    expect(text).toContain(operator);
    const isValid = [0, expect.stringContaining("1 workspace, all valid.")];
    expect(await verifyText(text)).toEqual(isValid);
    expect(await verifyText(text.replaceAll("\n", "\r\n"))).toEqual(isValid);
  });

  it("writes one workspace, by default to the standard output", async () => {
    await fillWorkspaces(database, ["acme", "beta"]);
    const { exitCode, stdout } = await runProgram(["export", "beta", "--database", database]);
    expect(exitCode).toBe(0);
    await writeFile(file, stdout);
    const verified = await run(["verify", "--export", file]);
    expect(verified.stdout).toMatch(/^beta {2}valid/m);
    expect(verified.stdout).toContain("1 workspace, all valid.");
  });

  it("is rejected by verify if a line was modified, cut, or is of another kind", async () => {
    await fillWorkspaces(database, ["acme"]);
    const whole = await exported();
    const edited = whole.replace('"amountMicros":"-3000000"', '"amountMicros":"-2000000"');
    expect(await verifyText(edited)).toEqual([1, expect.stringContaining("first at entry 2")]);
    const cut = whole.split("\n").slice(0, -2).join("\n");
    expect(await verifyText(cut)).toEqual([2, expect.stringContaining("is incomplete")]);
    const dropped = whole.split("\n").toSpliced(3, 1).join("\n");
    expect(await verifyText(dropped)).toEqual([
      2,
      expect.stringMatching(/has \d+ records instead of/),
    ]);
    expect(await verifyText("{}")).toEqual([
      2,
      expect.stringContaining("is not an export of agent-treasury"),
    ]);
    const newer = whole.replace('"formatVersion":1', '"formatVersion":2');
    expect(await verifyText(newer)).toEqual([
      2,
      expect.stringContaining("Update @agent-treasury/cli"),
    ]);
    const other = whole.replace('"record":"entry"', '"record":"note"');
    expect(await verifyText(other)).toEqual([2, expect.stringContaining("is not a valid record")]);
  });

  it("does not overwrite files, and removes incomplete ones", async () => {
    await fillWorkspaces(database, ["acme"]);
    await exported();
    const again = await run(["export", "--database", database, "--out", file]);
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining("exists")]);
    const unknown = join(directory, "unknown.jsonl");
    const failed = await run(["export", "gamma", "--database", database, "--out", unknown]);
    expect([failed.exitCode, failed.stderr]).toEqual([2, expect.stringContaining("The workspace")]);
    for (const path of [unknown, `${unknown}.partial`]) {
      await expect(access(path)).rejects.toThrow("ENOENT");
    }
  });

  it("reports the requirements of an unwritable file", async () => {
    await fillWorkspaces(database, ["acme"]);
    const nowhere = join(directory, "missing", "acme.jsonl");
    const { exitCode, stderr } = await run(["export", "--database", database, "--out", nowhere]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${nowhere} cannot be written: its folder must exist`);
  });
});

describe("verify with saved heads", () => {
  it("detects that an older database replaced a newer one", async () => {
    await fillWorkspaces(database, ["acme"], ["tea"]);
    const older = database;
    const first = await run(["verify", "--json", "--database", older]);
    const kept = join(directory, "heads.json");
    await writeFile(kept, first.stdout);
    // Another ledger under the same name, whose hash chain also verifies.
    database = `sqlite:${join(directory, "rewritten.db")}`;
    await fillWorkspaces(database, ["acme", "beta"], ["tea", "coffee"]);
    await exported();
    const rewritten = await run(["verify", "--database", database, "--heads", kept]);
    expect(rewritten.stdout).toMatch(
      /^acme {2}INVALID {2}first at entry 2: The chain was rewritten/m,
    );
    expect(rewritten.exitCode).toBe(1);

    const back = await run(["verify", "--database", older, "--heads", file, "--json"]);
    const { workspaces } = JSON.parse(back.stdout) as { workspaces: Record<string, unknown>[] };
    expect(workspaces).toMatchObject([
      {
        workspaceId: "acme",
        valid: false,
        firstInvalidSequence: 3,
        problem: expect.stringContaining("a head of entry 3 was saved"),
        headsCompared: 1,
      },
      { workspaceId: "beta", valid: false, headHash: null, firstInvalidSequence: 1 },
    ]);
    expect(back.exitCode).toBe(1);
    const right = await run(["verify", "--database", older, "--heads", kept]);
    expect(right.stdout).toContain(", matches 1 saved");
    expect(right.exitCode).toBe(0);
  });

  it("rejects a file without heads", async () => {
    await fillWorkspaces(database, ["acme"]);
    await writeFile(file, "[]");
    const { exitCode, stderr } = await run(["verify", "--database", database, "--heads", file]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("contains no heads")]);
  });
});

describe("the commands on PostgreSQL", () => {
  it("migrate, verify, export and erase text by URL", async () => {
    database = server.url();
    const check = ["migrate", "--check", "--database", database];
    expect(await run(check)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("has schema 0 of"),
    });
    expect((await run(["migrate", "--database", database])).stdout).toContain("from schema 0 to");
    expect(await run(check)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("is up to date"),
    });
    const marker = "zanzibar";
    await fillWorkspaces(database, ["acme"], ["tea", marker]);
    expect(await exported()).toContain(marker);
    const heads = await run(["verify", "--database", database, "--heads", file]);
    expect(heads).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("all valid") });

    const erased = await run(["erase-text", "--workspace", "acme", "--database", database]);
    expect(erased.stdout).toContain("erased the text of 3 entries, 2 documents");
    const after = await runProgram(["export", "--database", database]);
    expect(after.stdout).not.toContain(marker);
    expect(after.stdout).toContain("[erased]");
    const still = await run(["verify", "--database", database, "--heads", file]);
    expect(still).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(", matches 1 saved"),
    });
  });
});

it("contains no records of the service, such as sessions", async () => {
  await fillWorkspaces(database, ["acme"]);
  const env = { TREASURY_DATABASE_URL: database, BASE_URL: "http://localhost:3000" };
  const { treasury } = await openDeployment({ env });
  const id = await treasury.sessions.open("Ada", 60_000);
  await treasury.close();
  const text = await exported();
  expect(text).toContain('"acme"');
  expect(text).not.toMatch(/"~/);
  expect(text).not.toContain(id);
  const refused = await run(["export", "~sessions", "--database", database]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining("not exported"),
  ]);
  expect(refused.exitCode).not.toBe(0);
});
