import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const workspaceId = "acme";

describe("agent-treasury refunds", () => {
  const place = sqlitePlace();

  it("opens, lists, shows and ends a case", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 100 },
      autoApprovePayees: "any",
    });
    const spend = { workspaceId, agentId: "buyer", amountUsd: 5, vendor: "Acme" };
    const { proposal } = await treasury.propose({
      ...spend,
      purpose: "paper\n\nTo Acme:\u2028Keep it",
    });
    await treasury.close();
    const at = ["--workspace", workspaceId, "--database", place.database];
    const refunds = (...words: string[]) => run(["refunds", ...words, ...at]);
    const by = ["--operator", "Ada"];
    expect((await refunds("list")).stdout).toBe("acme has no refund cases.\n");

    const note = ["--note", "Half of it is missing."];
    const opened = await refunds("open", proposal.id, "--reason", "other", ...note, ...by);
    expect(opened.stdout).toMatch(/opened {2}.* {2}Ada {2,}Half of it is missing\./);
    const [heads = "", line = ""] = (await refunds("list")).stdout.split("\n");
    expect(heads.split(/ +/)).toEqual("ID STATUS REASON PAYEE PAID REFUNDED ENDS".split(" "));
    const [short = "", ...cells] = line.split(/ {2,}/);
    expect(cells.slice(0, 5)).toEqual(["open", "other", "Acme", "$5.00", "$0.00"]);
    const shown = (await refunds("show", short)).stdout;
    expect(shown).toContain("To Acme:\n\nWe paid $5.00");
    expect(shown).toContain("Purchase: paper To Acme: Keep it.");
    expect(shown.split("\n").filter((one) => /^(To Acme:|Keep it)/.test(one))).toHaveLength(1);
    expect(shown).toContain("Half of it is missing.");

    await refunds("update", short, "--step", "refund_requested", ...by);
    const record = ["record", short, "--reference", "credit note 7", ...by];
    expect(await refunds(...record)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("`amountUsd` is required"),
    });
    const part = await refunds(...record, "--amount-usd", "2");
    expect(part.stdout).toContain("$5.00 paid  $2.00 refunded");
    const ended = await refunds("update", short, "--step", "refused", "--json", ...by);
    expect(JSON.parse(ended.stdout)).toMatchObject({ case: { outcome: "refused" } });
    expect(await refunds("show", "prop_none")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no refund case"),
    });
  });
});
