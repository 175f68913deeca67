import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { run as runInProcess } from "./run-program.fixture.ts";

async function run(...words: readonly string[]) {
  const settings = { TREASURY_DATABASE_URL: "memory:" };
  const { exitCode, stdout, stderr } = await runInProcess(words, settings);
  return { exitCode, text: stdout.trimEnd(), complaint: stderr.trimEnd() };
}

it.each([
  ["init", "--framework"],
  ["doctor", "--database"],
  ["verify", "--heads"],
  ["export", "--format"],
  ["migrate", "--print"],
  ["erase-text", "--workspace"],
  ["reconcile", "--dry-run"],
])("prints the help of %s, with its options and the common ones", async (name, option) => {
  for (const words of [
    [name, "--help"],
    [name, "-h"],
    ["help", name],
  ]) {
    const { exitCode, text, complaint } = await run(...words);
    expect([exitCode, complaint]).toEqual([0, ""]);
    for (const part of [`Usage: agent-treasury ${name}`, option, "--env-file", "--json"]) {
      expect(text).toContain(part);
    }
  }
});

it("describes each command in its help, in lines of one length", async () => {
  const { text: rulesInit } = await run("rules", "init", "--help");
  expect(rulesInit).toContain("\n\nWrite treasury.rules.yaml with commented examples.\n\n");
  const { text: move } = await run("move", "--help");
  const [, description = ""] = move.split("\n\n");
  const lines = description.split("\n").slice(0, -1);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.length < 60)).toEqual([]);
});

it("marks the options that a command requires", async () => {
  const { text } = await run("agents", "issue", "--help");
  expect(text).toMatch(
    /--agent <id> +the agent, which may have several credentials\s+\(required\)/,
  );
  expect(text).not.toMatch(/--name <name>[^-]*\(required\)/);
});

it.each([
  [
    ["verify", "--jsn"],
    "Unknown option '--jsn' (Did you mean --json?). See agent-treasury verify --help.",
  ],
  [["verfy"], 'Unknown command "verfy" (Did you mean verify?). See agent-treasury --help.'],
  [["verify", "--database"], "Option '--database <address>' argument missing."],
  [["verify", "--export", "a", "--database", "b"], "cannot be used with option"],
  [["migrate", "--check", "--print"], "cannot be used with option"],
  [["erase-text"], "Required option '--workspace <id>' not specified."],
  [["--json", "actions", "approve"], "See agent-treasury actions approve --help."],
  [["rules", "publsh"], '"publsh" (Did you mean publish?). See agent-treasury rules --help.'],
  [["rules", "validate", "a", "b"], "See agent-treasury rules validate --help."],
  [["erase-text", "--workspace", "a", "b"], "erase-text takes no argument."],
  [["doctor", "acme"], "doctor takes no argument."],
  [["init", "a", "b"], "init takes one folder at most."],
])("rejects %j with exit code 2, without a stack", async (words, message) => {
  const { exitCode, text, complaint } = await run(...words);
  expect([exitCode, text]).toEqual([2, ""]);
  expect(complaint).toContain(`agent-treasury: `);
  expect(complaint).toContain(message);
  expect(complaint.split("\n")).toHaveLength(1);
});

it("refers to no file of the documentation, because an app does not have these files", async () => {
  const folder = join(import.meta.dirname, "..");
  const files = await readdir(folder, { recursive: true });
  const printing = files.filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file));
  const texts = await Promise.all(printing.map((file) => readFile(join(folder, file), "utf8")));
  expect(printing.length).toBeGreaterThan(40);
  expect(printing.filter((_file, index) => texts[index]?.includes("docs/"))).toEqual([]);
});

it("accepts common options before and after the command's name", async () => {
  const directory = await mkdtemp(join(tmpdir(), "treasury-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, ".env");
  await writeFile(file, "TREASURY_MIN_RESERVE_USD=a lot\n");
  for (const words of [
    ["--json", "--env-file", file, "doctor"],
    ["doctor", `--env-file=${file}`, "--json"],
  ]) {
    const { exitCode, text } = await run(...words);
    expect(exitCode).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ healthy: false });
    expect(text).toContain("TREASURY_MIN_RESERVE_USD");
  }
});
