import { scriptedExecutor } from "@agent-treasury/sandbox";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, type TreasuryOptions, createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

describe("agent-treasury inbox", () => {
  const place = sqlitePlace();

  it("lists what needs approval in all workspaces", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 100 },
    });
    const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
    const first = await treasury.propose({ workspaceId: "beta", ...spend });
    const second = await treasury.propose({
      workspaceId: "acme",
      ...spend,
      vendor: "Sticker Mule",
    });
    const list = ["inbox", "--database", place.database];
    const { exitCode, stdout } = await run(list);
    expect(exitCode).toBe(0);
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "(the time)      ")).toMatch(
      /^ID {10,}WORKSPACE {2}AMOUNT {2}WHAT {20,}SINCE {13}APPROVED\n\S+ +beta {7}\$24\.00 {2}Namecheap: a domain {4,}\(the time\) {8}0 of 1\n\S+ +acme {7}\$24\.00 {2}Sticker Mule: a domain {2}\(the time\) {8}0 of 1\n$/,
    );
    const decision = { decision: "deny", operator: "Ada" } as const;
    for (const { proposal } of [first, second]) {
      const { id: proposalId, workspaceId } = proposal;
      await treasury.decide({ workspaceId, proposalId, ...decision });
    }
    await treasury.close();
    expect((await run(list)).stdout).toBe("Nothing needs approval.\n");
  });

  const spend = { workspaceId: "acme", vendor: "Namecheap", purpose: "a domain" };
  const inbox = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run(["inbox", ...words, "--database", place.database], env);

  function open(options: Partial<TreasuryOptions> = {}): Treasury {
    return createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 1000, dailySpendCapUsd: 1000 },
      ...options,
    });
  }

  it("approves and denies by short ids, as the only operator", async () => {
    const treasury = open();
    const ids: string[] = [];
    for (const amountUsd of [24, 26]) {
      ids.push((await treasury.propose({ ...spend, amountUsd })).proposal.id);
    }
    const [first = "", second = ""] = ids;
    const operators = { TREASURY_OPERATORS: `ada:${"a".repeat(64)}` };
    const words = ["--comment", "for the launch"];
    expect(await inbox(["approve", shortOf(first), ...words], operators)).toMatchObject({
      exitCode: 0,
      stdout: "$24.00 to Namecheap: executed\n",
    });
    expect(await treasury.proposal({ workspaceId: "acme", proposalId: first })).toMatchObject({
      proposal: { operator: "ada", operatorVerified: true, comment: "for the launch" },
    });
    const denied = await inbox(["deny", second, "--operator", "Ada", "--json"]);
    expect(JSON.parse(denied.stdout)).toMatchObject({
      proposal: { id: second, status: "denied", operator: "Ada" },
    });
    expect(await treasury.state("acme")).toMatchObject({ balanceUsd: 976, pendingCount: 0 });
    await treasury.close();
  });

  it("keeps text from agents in its cell", async () => {
    const treasury = open();
    const vendor = "Acme\nprop_000000  acme  $1.00";
    const purpose = "logs\r\n\tprop_000000   acme   $1.00";
    const { proposal } = await treasury.propose({ ...spend, vendor, purpose, amountUsd: 24 });
    expect(proposal.vendor).toBe("Acme prop_000000  acme  $1.00");
    const { stdout } = await inbox([]);
    expect(stdout.split("\n")).toHaveLength(3);
    expect(stdout).toContain("Acme prop_000000 acme $1.00: logs prop_000000 acme $1.00  ");
    const { stdout: denied } = await inbox(["deny", proposal.id, "--operator", "Ada"]);
    expect(denied).toBe("$24.00 to Acme prop_000000  acme  $1.00: denied\n");
    await treasury.close();
  });

  it("decides administrative actions, and counts approvals of several persons", async () => {
    const treasury = open({ authenticate: () => null });
    const rules = [{ id: "two", then: { requireApprovals: { count: 2 } } }];
    const publication = { workspaceId: "acme", rules: { version: 1, rules } } as const;
    const { action } = await treasury.rules.publish({ ...publication, operator: "Ada" });
    const sign = { TREASURY_OPERATORS: `ada:${"a".repeat(64)},ben:${"b".repeat(64)}` };
    const decided = await inbox(["approve", shortOf(action.id), "--operator", "ben"], sign);
    expect(decided).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("  done  ") });
    const { proposal } = await treasury.propose({ ...spend, amountUsd: 24 });
    expect((await inbox(["approve", proposal.id, "--operator", "ada"], sign)).stdout).toBe(
      "Approved $24.00 to Namecheap: 1 of 2, needs 1 more approval.\n",
    );
    expect((await inbox(["approve", proposal.id, "--operator", "ben"], sign)).stdout).toBe(
      "$24.00 to Namecheap: executed\n",
    );
    const { proposal: lowered } = await treasury.propose({ ...spend, amountUsd: 25 });
    const ofLowered = { workspaceId: "acme", proposalId: lowered.id, operator: "ada" };
    await treasury.decide({ ...ofLowered, decision: "approve", approvedAmountUsd: 20 });
    expect((await inbox([])).stdout).toContain("  $20.00  Namecheap: a domain  ");
    expect((await inbox(["approve", lowered.id, "--operator", "ben"], sign)).stdout).toBe(
      "$20.00 to Namecheap: executed\n",
    );
    await treasury.close();
  });

  it("rejects a person, an id or an executor that it does not know", async () => {
    const treasury = open({ executors: [{ executor: scriptedExecutor({ provider: "bank" }) }] });
    const { proposal } = await treasury.propose({ ...spend, amountUsd: 24 });
    const sign = { TREASURY_OPERATORS: `ada:${"a".repeat(64)},ben:${"b".repeat(64)}` };
    const byAda = ["--operator", "ada"];
    for (const [words, env, problem] of [
      [["approve", proposal.id], {}, "Name the approver with --operator"],
      [["approve", proposal.id], sign, "Name an operator of TREASURY_OPERATORS"],
      [["approve", proposal.id, "--operator", "eve"], sign, "--operator: ada, ben."],
      [["deny", "unknown", ...byAda], {}, 'Nothing with the id "unknown" needs approval'],
      [["deny", "", ...byAda], {}, "Nothing with the id"],
      [["approve", proposal.id, ...byAda], {}, 'paid by "bank", which these settings do not'],
    ] as const) {
      expect(await inbox(words, env)).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringContaining(problem),
      });
    }
    expect(await treasury.state("acme")).toMatchObject({ balanceUsd: 1000, pendingCount: 1 });
    expect((await inbox(["deny", proposal.id, ...byAda])).stdout).toContain(": denied");
    await treasury.close();
  });

  it("names the spends beyond the oldest 50 of a workspace, and lists them with --all", async () => {
    const treasury = open();
    for (let count = 1; count <= 52; count += 1) {
      const agentId = count > 26 ? "second" : "first";
      await treasury.propose({ ...spend, agentId, purpose: `domain ${count}`, amountUsd: 24 });
    }
    await treasury.close();
    const shown = await inbox([]);
    expect(shown.stdout.split("\n")).toHaveLength(52);
    expect(shown.stderr).toBe("acme has 2 more pending spends. Add --all to list all.\n");
    const all = await inbox(["--all"]);
    expect(all.stderr).toBe("");
    expect([...all.stdout.matchAll(/domain (\d+) /g)].map(([, count]) => Number(count))).toEqual(
      Array.from({ length: 52 }, (_, index) => index + 1),
    );
  });

  it("shows balances and the ledger of these workspaces", async () => {
    const treasury = open();
    const { proposal } = await treasury.propose({ ...spend, amountUsd: 24 });
    await treasury.decide({
      ...spend,
      proposalId: proposal.id,
      decision: "approve",
      operator: "A",
    });
    await treasury.propose({ ...spend, workspaceId: "beta", amountUsd: 30 });
    await treasury.close();
    const at = ["--database", place.database];
    expect((await run(["balance", ...at])).stdout).toBe(
      [
        "WORKSPACE    BALANCE   HELD  DEPOSITS  REVENUE  EXPENSES  PENDING",
        "acme         $976.00  $0.00     $0.00    $0.00    $24.00        0",
        "beta       $1,000.00  $0.00     $0.00    $0.00     $0.00        1\n",
      ].join("\n"),
    );
    const { stdout } = await run(["balance", "beta", "--json", ...at]);
    expect(JSON.parse(stdout)).toMatchObject({
      workspaces: [{ workspaceId: "beta", balanceUsd: 1000, pendingCount: 1 }],
    });
    const ledger = ["ledger", "--workspace", "acme", ...at];
    const entries = await run(ledger);
    expect(entries.stdout).toMatch(
      /^#  TIME {14}TYPE {5} AMOUNT {2}BALANCE {2}DESCRIPTION\n1 {2}[-:\d ]{16} {2}expense {2}-\$24\.00 {2}\$976\.00 {2}/,
    );
    expect(entries.stderr).toBe("");
    expect(JSON.parse((await run([...ledger, "--json"])).stdout)).toMatchObject({
      total: 1,
      entries: [{ amountUsd: -24, createdAt: expect.stringMatching(/Z$/) }],
    });
    expect(await run([...ledger, "--limit", "101"])).toMatchObject({ exitCode: 2 });
    expect((await run(["ledger", ...at])).stdout).toMatch(
      /^WORKSPACE {2}#  TIME .+\nacme {7}1 {2}[-:\d ]{16} {2}expense .+\n$/,
    );
    expect(JSON.parse((await run(["ledger", "--json", ...at])).stdout)).toMatchObject({
      workspaces: [
        { workspaceId: "acme", total: 1, entries: [{ amountUsd: -24 }] },
        { workspaceId: "beta", total: 0, entries: [] },
      ],
    });
  });
});

/** The last characters of an id are chosen by its turn or at random. */
function shortOf(id: string): string {
  return id.slice(0, id.lastIndexOf("_") + 9);
}

describe("a shortened id", () => {
  it.each([
    ["prop_abcdef", "prop_abcdef12"],
    ["abcdef1", "prop_abcdef12"],
    ["ffff", "ffff0000"],
    ["abc", "abc"],
    ["unknown", "unknown"],
    ["evt_beef0012_1", "evt_beef00123456_1"],
    ["beef_0", "evt_beef00123456_0"],
    ["evt_beef0012_2", "evt_beef0012_2"],
  ])("%s is the id %s", (given, id) => {
    const events = ["evt_beef00123456_0", "evt_beef00123456_1"];
    expect(fullId(given, ["prop_abcdef12", "prop_abd00000", "ffff0000", ...events])).toBe(id);
  });

  it("of several ids is rejected with the candidates", () => {
    expect(() => fullId("prop_", ["prop_a1", "prop_b2"])).toThrow(
      '"prop_" is the beginning of several ids: prop_a1, prop_b2.',
    );
  });

  it("is as long as necessary", () => {
    const ids = ["prop_abcdefgh1", "prop_abcdefgh2", "ffff00001111"];
    expect([...shortIds(ids).values()]).toEqual(["prop_abcdefgh1", "prop_abcdefgh2", "ffff00"]);
    const events = ["evt_abcdef1234_0", "evt_abcdef1234_1", "evt_abcdef1234_0", "evt_777777ff_0"];
    expect([...shortIds(events).values()]).toEqual([
      "evt_abcdef_0",
      "evt_abcdef_1",
      "evt_777777_0",
    ]);
  });
});
