import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";
import { personTime } from "./table.ts";

const workspaceId = "acme";

describe("agent-treasury tabs", () => {
  const place = sqlitePlace();

  it("lists, shows and closes tabs", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      budget: { startingCapitalUsd: 100 },
      autoApprovePayees: "any",
    });
    const at = ["--workspace", workspaceId, "--database", place.database];
    const tabs = (...words: string[]) => run(["tabs", ...words, ...at]);
    await treasury.setBudget({ workspaceId, limits: {} });
    expect((await tabs("list")).stdout).toBe("acme has no open tabs.\n");
    const opening = { agentId: "writer", amountUsd: 5, minutes: 90 };
    const texts = { vendor: "Models", purpose: "drafts" };
    const { tab } = await treasury.tabs.open({ workspaceId, ...opening, ...texts });
    const { id: tabId } = tab;
    for (let count = 1; count <= 21; count += 1) {
      const charge = { chargeId: String(count), amountUsd: 0.05, meter: "small-model" };
      await treasury.tabs.charge({ workspaceId, tabId, ...charge });
    }
    await treasury.tabs.reserve({ workspaceId, tabId, amountUsd: 0.5 });
    await treasury.close();

    const [heads = "", line = ""] = (await tabs("list")).stdout.split("\n");
    expect(heads.split(/ +/)).toEqual(
      "ID STATUS AGENT PAYEE USED RESERVED LEFT MAXIMUM ENDS".split(" "),
    );
    const [short = "", ...cells] = line.split(/ {2,}/);
    const figures = ["$1.05", "$0.50", "$3.45", "$5.00", personTime(tab.endsAt)];
    expect(cells).toEqual(["open", "writer", "Models", ...figures]);

    const shown = (await tabs("show", short)).stdout.split("\n");
    expect(shown[0]).toContain(`${tabId}  open  writer to Models: drafts  ends `);
    expect(shown[1]).toBe("$1.05 of $5.00 used in 21 charges  $0.50 reserved  $3.45 left");
    expect(shown).toContain("small-model       21    $1.05");
    expect(shown.at(-2)).toMatch(/^ {4}21 {2}.* {2}small-model {2}charge {4}\$0\.05$/);
    const read = JSON.parse((await tabs("show", tabId, "--json")).stdout);
    expect(read).toMatchObject({ tab: { id: tabId, charges: 21 } });
    expect(read.charges).toHaveLength(20);

    const closed = (await tabs("close", short)).stdout;
    expect(closed).toContain(`${tabId}  closed  `);
    expect(closed).toContain("$1.55 of $5.00 used in 22 charges  $0.50 of it estimated");
    expect((await tabs("list")).stdout).toBe("acme has no open tabs.\n");
    expect(JSON.parse((await tabs("close", tabId, "--json")).stdout)).toMatchObject({
      tab: { status: "closed" },
    });
    expect(await tabs("show", "prop_none")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("does not exist"),
    });
  });
});
