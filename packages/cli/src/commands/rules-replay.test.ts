import { writeFile } from "node:fs/promises";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { exampleText } from "./rules-test.ts";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const draft = `version: 1
rules:
  - id: no-figma
    when: { vendors: { in: [figma] } }
    then: { deny: true }
  - id: large
    when: { amountUsd: { from: 100 } }
    then: { requireApprovals: { count: 2 } }
  - id: cloud
    then: { limit: { amountUsd: 50, per: month, by: vendor } }
`;

describe("agent-treasury rules replay", () => {
  const place = sqlitePlace();

  async function prepare(): Promise<readonly string[]> {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 1_000, autoApproveUnderUsd: 20 },
    });
    for (const vendor of ["Figma", "=SUM(A1)"]) {
      const spend = { workspaceId: "acme", amountUsd: 10, vendor, purpose: "tools" };
      await treasury.propose({ ...spend, operator: "Ada" });
    }
    await treasury.close();
    await writeFile(place.file("rules.yaml"), draft);
    return [place.file("rules.yaml"), "--workspace", "acme", "--database", place.database];
  }

  it("shows totals and changed spends, as a table, CSV and JSON", async () => {
    const at = await prepare();
    const table = await run(["rules", "replay", ...at]);
    expect(table.exitCode).toBe(0);
    expect(table.stdout).toContain("2 spends, 1 with another outcome, 0 unknown.");
    expect(table.stdout).toContain("  Figma  1 spend, $10.00");
    expect(table.stdout).toMatch(/Approved: +\$20\.00\n.*\$10\.00\n.*\$10\.00/);
    expect(table.stdout).toContain("automatic -> denied  Denied by `no-figma`.");
    const csv = await run(["rules", "replay", ...at, "--format", "csv"]);
    const [heading, line, ...others] = csv.stdout.trim().split("\n");
    expect(heading).toMatch(/^proposalId,createdAt,vendor,agentId,amountUsd,before,after,/);
    expect(line).toContain(",Figma,");
    expect(others).toEqual([]);
    const json = await run(["rules", "replay", ...at, "--days", "7", "--format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ spends: 2, changed: 1 });
    const later = await run(["rules", "replay", ...at, "--from", "2099-01-01"]);
    expect(later.stdout).toContain("0 spends");
  });

  it("saves a draft, shows its daily replay, and removes it", async () => {
    const [file = "", ...at] = await prepare();
    const command = (...words: string[]) => run(["rules", "draft", ...words, ...at]);
    const saved = await command("save", file, "--days", "7");
    expect(saved.stdout).toContain("replayed daily.\nThe deployment has not replayed it yet.");
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      recoverySeconds: false,
    });
    await treasury.recover();
    await treasury.close();
    const shown = await command("show");
    expect(shown.stdout).toContain("would have changed 1 of 2 spends in the last 7 days.");
    expect(shown.stdout).toMatch(/^ {2}under the rules, if none that waits: +\$\d/m);
    expect(shown.stdout).toMatch(/^prop_\w+ {2}\$10\.00 {2}automatic -> denied$/m);
    expect((await command("remove")).stdout).toContain("No draft is saved.");
    const invalid = await command("save", file, "--days", "x");
    expect([invalid.exitCode, invalid.stderr]).toEqual([2, expect.stringContaining("days")]);
  });

  it("replays the rules that were in effect without a file, and changes nothing", async () => {
    const [, ...at] = await prepare();
    const same = await run(["rules", "replay", ...at]);
    expect(same.stdout).toContain("2 spends, 0 with another outcome, 0 unknown.");
  });

  it("rejects days that are not a number", async () => {
    const at = await prepare();
    const failed = await run(["rules", "replay", ...at, "--days", "many"]);
    expect(failed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--days") });
  });
});

describe("agent-treasury rules test", () => {
  const place = sqlitePlace();
  const examples = `examples:
  - name: figma is denied
    spend: { amountUsd: 5, vendor: Figma }
    expect: denied
  - name: large spends need two persons
    spend: { amountUsd: 100, vendor: OVH }
    expect: waits
    approvals: 2
  - name: the month's limit waits
    earlier:
      - { amountUsd: 45, vendor: AWS, at: 2026-11-02T09:00:00Z }
    spend: { amountUsd: 6, vendor: aws, at: 2026-11-30T23:00:00Z }
    expect: waits
  - name: the next month begins again
    earlier:
      - { amountUsd: 45, vendor: AWS, at: 2026-11-02T09:00:00Z }
    spend: { amountUsd: 6, vendor: aws, at: 2026-12-01T00:00:00Z }
    expect: allowed
`;

  it("compares the outcomes of examples", async () => {
    const file = place.file("rules.yaml");
    await writeFile(file, draft);
    await writeFile(place.file("rules.test.yaml"), examples);
    const passed = await run(["rules", "test", file]);
    expect(passed).toMatchObject({ exitCode: 0, stdout: "4 of 4 examples passed.\n" });
    const zone = await run(["rules", "test", file, "--time-zone", "Europe/Berlin"]);
    expect(zone).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("the month's limit waits: expected waits, was allowed."),
    });
    const other = place.file("others.yaml");
    await writeFile(other, examples.replace("expect: denied", "expect: gone"));
    const broken = await run(["rules", "test", file, "--examples", other]);
    expect(broken).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("expect") });
  });

  it("prints the form of examples, and a file in this form passes", async () => {
    const { stdout } = await run(["rules", "test", "--help"]);
    expect(stdout).toContain(`Tests look like this\n${exampleText.trimEnd()}`);
    const file = place.file("rules.yaml");
    await writeFile(
      file,
      "version: 1\nrules:\n  - { id: cloud, then: { limit: { amountUsd: 500, per: month } } }\n",
    );
    await writeFile(place.file("rules.test.yaml"), exampleText);
    expect((await run(["rules", "test", file])).stdout).toBe(
      "1 of 1 examples passed.\n2 of 2 exposures are within bounds.\n",
    );
  });
});
