import { writeFile } from "node:fs/promises";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury rules exposure", () => {
  const place = sqlitePlace();

  it("shows the worst case of a file, with the spends that reach it", async () => {
    const file = place.file("rules.yaml");
    const rule = "{ id: day, then: { limit: { amountUsd: 12, per: day } } }";
    await writeFile(file, `version: 1\nrules: [${rule}]\n`);
    const shown = await run(["rules", "exposure", file, "--horizon", "day", "--sequence"]);
    expect(shown.stdout).toMatch(/^day +\$24\.00 +\$24\.00 +4 +day$/m);
    expect(shown.stdout).toContain("Not bounded by rules: captures above the approved amount");
    const approved = ["--attacker", "approver", "--horizon", "week", "--json"];
    const json = await run(["rules", "exposure", file, ...approved]);
    const { exposures } = JSON.parse(json.stdout) as { exposures: { provedUsd: number }[] };
    expect(exposures.map(({ provedUsd }) => provedUsd)).toEqual([96]);
  });

  it("reads the rules, limits and standing approvals of a workspace", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
    });
    await treasury.setBudget({ workspaceId: "acme", limits: { autoApproveUnderUsd: 5 } });
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const standing = { agentId: "agent", vendor: "aws", maximumUsd: 20, count: 2, endsAt };
    await treasury.standingApprovals.create({ workspaceId: "acme", operator: "Ada", ...standing });
    await treasury.close();
    const at = ["--workspace", "acme", "--database", place.database, "--horizon", "day"];
    const settings = { TREASURY_AUTO_APPROVE_UNDER_USD: "1", TREASURY_AUTO_APPROVE_DAILY_USD: "1" };
    const { stdout } = await run(["rules", "exposure", ...at]);
    expect(stdout).toMatch(/^day +\$70\.00 +\$70\.00 /m);
    const limited = await run(["rules", "exposure", ...at], settings);
    expect(limited.stdout).toMatch(/^day +\$42\.00 +\$42\.00 /m);
  });

  it("shows what a leaked credential can spend from its allocation, to known payees", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      access: "guests",
    });
    const workspaceId = "acme";
    await treasury.allocations.set({ workspaceId, id: "ads", limitUsd: 12, per: "day" });
    await treasury.payees.add({ workspaceId, vendor: "aws", amountUsd: 3, operator: "Ada" });
    const agent = { agentId: "buyer", name: "Buyer", allocationId: "ads", expiresInDays: 90 };
    const { credential } = await treasury.credentials.issue({ workspaceId, ...agent });
    await treasury.close();
    const at = ["--workspace", "acme", "--database", place.database, "--horizon", "week"];
    const through = ["--credential", credential.id.slice(0, 8), "--sequence"];
    const { stdout } = await run(["rules", "exposure", ...at, ...through]);
    expect(stdout).toMatch(/^week +\$96\.00 +\$96\.00 +\d+ +allocation:ads$/m);
    expect(stdout).toMatch(/\$6\.00 +aws +ads$/m);
    expect(stdout).toContain("The attacker has the credential of Buyer");
    const unknown = await run(["rules", "exposure", ...at, "--credential", "absent"]);
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("agents list") });
  });

  it("counts for the payee of a standing approval only what it allows", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      access: "guests",
    });
    const workspaceId = "acme";
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { workspaceId, operator: "Ada", vendor: "gcp", maximumUsd: 1, count: 1, endsAt };
    await treasury.standingApprovals.create({ ...terms, agentId: "buyer" });
    const { credential } = await treasury.credentials.issue({
      workspaceId,
      agentId: "buyer",
      name: "Buyer",
      expiresInDays: 90,
    });
    await treasury.close();
    const at = ["--workspace", "acme", "--database", place.database, "--horizon", "day"];
    const { stdout } = await run(["rules", "exposure", ...at, "--credential", credential.id]);
    expect(stdout).toMatch(/^day +\$1\.00 +\$1\.00 /m);
  });

  it("needs a file or a workspace", async () => {
    expect(await run(["rules", "exposure"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Name a file with rules, or --workspace."),
    });
  });
});

const tested = (atMost: number): string => `
exposure:
  week: { atMost: ${atMost}, credential: { agent: buyer, allocation: ads, expiresInDays: 30 } }
workspace:
  allocations: [{ id: team, limitUsd: 9, per: week }, { id: ads, parent: team }]
  payees: [{ vendor: aws, amountUsd: 20 }]
`;

describe("agent-treasury rules test", () => {
  const place = sqlitePlace();

  it("fails if an agent can spend more than expected", async () => {
    const file = place.file("rules.yaml");
    await writeFile(file, "version: 1\nrules: []\n");
    await writeFile(place.file("rules.test.yaml"), "exposure: { day: { atMost: 59.99 } }\n");
    expect(await run(["rules", "test", file])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("An agent without a person can spend $60.00"),
    });
    const settings = { TREASURY_AUTO_APPROVE_DAILY_USD: "20" };
    expect(await run(["rules", "test", file], settings)).toMatchObject({ exitCode: 0 });
  });

  it("bounds a leaked credential in a workspace with allocations and payees", async () => {
    const file = place.file("rules.yaml");
    await writeFile(file, "version: 1\nrules: []\n");
    await writeFile(place.file("rules.test.yaml"), tested(18));
    expect(await run(["rules", "test", file])).toMatchObject({ exitCode: 0 });
    await writeFile(place.file("rules.test.yaml"), tested(17.99));
    expect(await run(["rules", "test", file])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("The leaked credential of buyer without a person can spend"),
    });
  });
});
