import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const workspaceId = "acme";

describe("agent-treasury payees", () => {
  const place = sqlitePlace();
  const payees = (...words: string[]) =>
    run(["payees", ...words, "--workspace", workspaceId, "--database", place.database]);

  async function inTreasury(
    work: (treasury: Treasury) => Promise<unknown>,
    autoApprovePayees: "known" | "any" = "known",
  ): Promise<void> {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 100 },
      autoApprovePayees,
    });
    await work(treasury);
    await treasury.close();
  }

  /** The status of a spend of 4 USD to Acme. */
  async function statusOfSpend(purpose: string): Promise<string> {
    let status = "";
    await inTreasury(async (treasury) => {
      const spend = { amountUsd: 4, vendor: "Acme", purpose, agentId: "buyer" };
      ({ status } = (await treasury.propose({ workspaceId, ...spend })).proposal);
    });
    return status;
  }

  it("adds, lists and forgets a payee", async () => {
    await inTreasury((treasury) => treasury.setBudget({ workspaceId, limits: {} }));
    expect((await payees("list")).stdout).toBe("acme has no known payees.\n");
    const terms = ["--vendor", "Acme", "--amount-usd", "2"];
    const added = await payees("add", ...terms, "--operator", "Ada");
    expect(added.stdout).toContain("add_payee  done  Acme on ledger, approved up to $2.00");
    const listed = (await payees("list")).stdout;
    expect(listed).toMatch(
      /^ID {6}PAYEE {2}RAIL {4}APPROVED {2}BY {3}AT {16}AUTOMATIC {2}ENDS\n[\da-f]{6} {2}Acme {3}ledger {5}\$2\.00 {2}Ada {2}[-:\d ]{16} {6}\$4\.00 {2}[-:\d ]{16}\n$/,
    );
    expect(await statusOfSpend("paper")).toBe("executed");
    const [, id = ""] = /\n(\S+)/.exec(listed) ?? [];
    expect((await payees("forget", id, "--operator", "Ben")).stdout).toBe("Forgot Acme.\n");
    expect(JSON.parse((await payees("list", "--json")).stdout)).toEqual({ payees: [] });
    expect(await statusOfSpend("ink")).toBe("pending");
  });

  it("adds the payees that policy paid, with their largest payments", async () => {
    await inTreasury(async (treasury) => {
      for (const [vendor, amountUsd] of [
        ["Acme", 2],
        ["Acme", 3.5],
        ['O\'Neill "Ltd"; true', 1],
      ] as const) {
        const spend = { vendor, amountUsd, purpose: `paper for ${amountUsd}`, agentId: "buyer" };
        await treasury.propose({ workspaceId, ...spend });
      }
    }, "any");
    expect((await payees("list", "--paid-by-policy")).stdout.split("\n").toSorted()).toEqual([
      "",
      "Acme  ledger: 2 payments by policy, at most $3.50",
      'O\'Neill "Ltd"; true  ledger: 1 payment by policy, at most $1.00',
    ]);
    expect((await payees("add", "--paid-by-policy")).stdout).toContain("Acme on ledger");
    expect((await payees("list", "--paid-by-policy")).stdout).toBe(
      "acme has no payees that only policy approved.\n",
    );
    const { payees: known } = JSON.parse((await payees("list", "--json")).stdout);
    expect(known).toHaveLength(2);
    expect(await statusOfSpend("ink")).toBe("executed");
    expect((await payees("add", "--paid-by-policy")).stdout).toBe("There is no payee to add.\n");
  });

  it("explains what is missing", async () => {
    await inTreasury((treasury) => treasury.setBudget({ workspaceId, limits: {} }));
    const terms = ["--vendor", "Acme", "--amount-usd", "2"];
    for (const [words, problem] of [
      [["add", "--vendor", "Acme"], "Name --vendor and --amount-usd, or use --paid-by-policy."],
      [["add", ...terms, "--paid-by-policy"], "Use --paid-by-policy without"],
      [["add", "--vendor", "Acme", "--amount-usd", "$2"], "--amount-usd is"],
      [["add", ...terms, "--rail", "nowhere"], "`rail` must be one of"],
      [["forget", "x"], "is not known in workspace acme"],
    ] as const) {
      const ended = await payees(...words);
      expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(problem) });
    }
  });
});
