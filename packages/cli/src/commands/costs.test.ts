import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const place = sqlitePlace();

it("sums up what was spent, as a table, CSV and JSON", async () => {
  const workspaceId = "acme";
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: sqliteStorage({ path: place.file("treasury.db") }),
    budget: { startingCapitalUsd: 100 },
    autoApprovePayees: "any",
  });
  const paper = { amountUsd: 3, vendor: "Acme, Inc.", purpose: "paper" };
  await treasury.propose({ workspaceId, agentId: "buyer", ...paper });
  const opening = { agentId: "writer", amountUsd: 5, minutes: 90, vendor: "Models" };
  const { tab } = await treasury.tabs.open({ workspaceId, ...opening, purpose: "drafts" });
  const charge = { workspaceId, tabId: tab.id, amountUsd: 0.25, meter: "small" };
  for (const chargeId of ["1", "2"]) await treasury.tabs.charge({ ...charge, chargeId });
  await treasury.tabs.charge({ ...charge, meter: '=HYPERLINK("x")', chargeId: "3" });
  await treasury.tabs.close({ workspaceId, tabId: tab.id });
  await treasury.close();

  const at = ["--workspace", workspaceId, "--database", place.database];
  const costs = async (...words: string[]) => (await run(["costs", ...words, ...at])).stdout;
  const [heads, first, second, , total] = (await costs()).split("\n");
  expect([heads, first, second]).toEqual([
    "AGENT   AMOUNT  SPENDS  CHARGES",
    "buyer    $3.00       1",
    "writer   $0.75       1        3",
  ]);
  expect(total).toMatch(/^\$3\.75 from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, 2 rows$/);
  expect((await costs("--by", "meter", "--csv")).trimEnd().split("\n")).toEqual([
    "meter,amountUsd,chargedUsd,spends,charges",
    '"Acme, Inc.",3,0,1,0',
    "small,0.5,0.5,1,2",
    '"\'=HYPERLINK(""x"")",0.25,0.25,1,1',
  ]);
  expect(JSON.parse(await costs("--json"))).toMatchObject({ by: "agent", totalUsd: 3.75 });
  expect(await costs("--to", "2020-01-31")).toBe(
    "Nothing was spent from 2020-01-02 to 2020-01-31.\n",
  );
});
