import { readFile, writeFile } from "node:fs/promises";
import { parseRules } from "@agent-treasury/rules/yaml";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { rulesDraft } from "./rules-draft.ts";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const cloud = `version: 1
rules:
  - id: cloud
    then: { limit: { amountUsd: 500, per: month } }
`;

describe("agent-treasury rules", () => {
  const place = sqlitePlace();

  async function prepare(): Promise<readonly string[]> {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
    });
    await treasury.setBudget({ workspaceId: "acme", limits: {} });
    await treasury.close();
    return ["--workspace", "acme", "--database", place.database];
  }

  it("writes a draft with examples that are valid and change nothing", async () => {
    const file = place.file("treasury.rules.yaml");
    expect(await run(["rules", "init", file])).toMatchObject({ exitCode: 0 });
    expect(await readFile(file, "utf8")).toBe(rulesDraft);
    expect(parseRules(rulesDraft).rules).toEqual([]);
    const [head = "", examples = ""] = rulesDraft.split("rules: []");
    const used = `${head}rules:${examples.replace(/^#  (?=[ -])/gm, "  ")}`;
    expect(parseRules(used).rules).toHaveLength(10);
    expect(await run(["rules", "init", file])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("already exists"),
    });
  });

  it("checks a file without a database", async () => {
    const file = place.file("rules.yaml");
    await writeFile(file, cloud.replace("amountUsd", "amount"));
    const broken = await run(["rules", "validate", file]);
    expect(broken).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("Line 4") });
    await writeFile(file, cloud);
    expect((await run(["rules", "validate", file])).stdout).toBe("Valid: 1 rule.\n");
    await writeFile(file, `${cloud}  - { id: two, then: { requireApprovals: { count: 2 } } }\n`);
    expect(await run(["rules", "validate", file])).toMatchObject({
      exitCode: 0,
      stdout:
        "Valid: 2 rules.\nApprovers must sign in for two: set `authenticate` in the app, or TREASURY_OPERATORS.\n",
    });
    await writeFile(file, cloud.replace("then", "when: { vendors: { in: [AWS*] } }\n    then"));
    expect((await run(["rules", "validate", file])).stdout).toContain(
      "Warning: Rule `cloud`: `aws*` looks like a pattern",
    );
    const missing = await run(["rules", "validate", place.file("other.yaml")]);
    expect(missing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("no file") });
  });

  it("compares, publishes, shows and rolls back", async () => {
    const at = await prepare();
    const file = place.file("rules.yaml");
    await writeFile(file, cloud);
    const diff = () => run(["rules", "diff", file, ...at]);
    expect(await diff()).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("+ - id: cloud\n"),
    });
    const publish = ["rules", "publish", file, "--operator", "Ada", ...at];
    const first = await run([...publish, "--json"]);
    const { action } = JSON.parse(first.stdout) as { action: { result: string; status: string } };
    expect(action.status).toBe("done");
    expect(await diff()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("same rules"),
    });
    const shown = await run(["rules", "show", ...at]);
    expect(parseRules(shown.stdout).rules).toMatchObject([{ id: "cloud" }]);
    await writeFile(file, cloud.replace("500", "900"));
    expect((await diff()).stdout).toMatch(/^- .*500.*\n(?:.*\n)*\+ .*900/m);
    const stale = await run([...publish, "--based-on", "0".repeat(64)]);
    expect(stale).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Other rules") });
    const second = await run(publish);
    expect(second.stdout).toMatch(
      /^Published 1 rule as [0-9a-f]{64}\.\nAction \S+, started by Ada at \S+Z\n$/,
    );
    expect((await run(publish)).stdout).toContain("The same rules are published already.");
    const back = await run(["rules", "rollback", action.result, "--operator", "Ben", ...at]);
    expect(back).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `^Published 1 rule of ${action.result} again as [0-9a-f]{64}\\.\\nAction \\S+, started by Ben at `,
        ),
      ),
    });
    const history = await run(["rules", "history", ...at]);
    expect(history.stdout.trim().split("\n")).toEqual([
      expect.stringMatching(/^3 .* by Ben {2}1 rule$/),
      expect.stringMatching(/^2 .* by Ada {2}1 rule$/),
      expect.stringMatching(new RegExp(`^1 {2}${action.result} .* by Ada {2}1 rule$`)),
    ]);
  });

  it("publishes rules for several persons only where approvers sign in", async () => {
    const at = await prepare();
    const file = place.file("rules.yaml");
    await writeFile(
      file,
      `version: 1\nrules:\n  - { id: two, then: { requireApprovals: { count: 2 } } }\n`,
    );
    const publish = ["rules", "publish", file, "--operator", "Ada", ...at];
    expect(await run(publish)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/`authenticate`.*\n.* --approvers-sign-in/),
    });
    const signIn = { TREASURY_OPERATORS: `Ada:${"0".repeat(64)}` };
    const introduced = await run(publish, signIn);
    expect(introduced).toMatchObject({ exitCode: 0 });
    expect(introduced.stdout).toMatch(/^Not published yet: .*needs 1 more approval/s);
    const [, first = ""] = /Action (\S+),/.exec(introduced.stdout) ?? [];
    await run(["actions", "approve", first, "--operator", "Ben", "--approvers-sign-in", ...at]);
    await writeFile(file, cloud);
    const pending = await run([...publish, "--approvers-sign-in"]);
    expect(pending.stdout).toContain("1 of 2 approved, needs 1 more approval");
    expect(pending.stdout).toMatch(/^Not published yet: /);
    const [, id = ""] = /Action (\S+),/.exec(pending.stdout) ?? [];
    const list = (await run(["actions", "list", ...at])).stdout.split("\n");
    expect(list).toEqual([
      expect.stringMatching(/^ID +TYPE +STATUS +CHANGE +STARTED BY {2}STARTED AT +OUTCOME$/),
      expect.stringMatching(
        /^\w{6} {2}publish_rules {2}pending {2}1 rule: cloud {2}Ada {9}\d.* {2}1 of 2 approved, needs 1 more approval$/,
      ),
      expect.stringMatching(
        /^\w{6} {2}publish_rules {2}done {5}1 rule: two {4}Ada .* {2}publication \w+$/,
      ),
      "",
    ]);
    expect(id).toMatch(new RegExp(`^${list[1]?.split(" ")[0]}`));
    const approve = (operator: string) =>
      run(["actions", "approve", id, "--operator", operator, "--approvers-sign-in", ...at]);
    expect((await approve("Ada")).stdout).toContain("pending");
    expect((await approve("Ben")).stdout).toContain("done");
    const denial = await run(["actions", "deny", id, ...at]);
    expect(denial).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("already done") });
  });
});

describe("agent-treasury allocations", () => {
  const place = sqlitePlace();

  it("creates, changes, lists and archives allocations", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
    });
    await treasury.setBudget({ workspaceId: "acme", limits: {} });
    await treasury.close();
    const at = ["--workspace", "acme", "--database", place.database];
    const allocations = (...words: string[]) => run(["allocations", ...words, ...at]);
    await allocations("set", "team", "--name", "The team", "--limit-usd", "250", "--per", "month");
    await allocations("set", "ads", "--parent", "team", "--limit-usd", "50", "--per", "24h");
    expect((await allocations("list")).stdout).toBe(
      [
        "ALLOCATION  NAME       USED    LIMIT  PER        HELD  ENDS",
        "team        The team  $0.00  $250.00  month     $0.00",
        "  ads       ads       $0.00   $50.00  24 hours  $0.00\n",
      ].join("\n"),
    );
    await allocations("set", "ads", "--limit-usd", "none", "--ends", "2099-01-31");
    await allocations("archive", "ads", "--operator", "Ada");
    expect((await allocations("list")).stdout).toMatch(/^ {2}ads {7}ads .* archived$/m);
    expect(await allocations("set", "x", "--per", "decade")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--per is"),
    });
    expect(await allocations("archive", "x")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("does not exist"),
    });
  });
});
