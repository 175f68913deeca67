import type { LanguageModel } from "@agent-treasury/provider";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

/** A model that charges 0.02 USD for each call. */
const meteredModel: LanguageModel = {
  specificationVersion: "1",
  provider: "test",
  modelId: "test",
  isMetered: true,
  async *stream({ tab }) {
    if (tab === undefined) throw new Error("The call has no tab.");
    const { tabs, ...name } = tab;
    const call = { ...name, amountUsd: 0.02, meter: "test" };
    const { number } = await tabs.reserve(call);
    yield { kind: "text", text: "All good." };
    await tabs.settle({ ...call, number });
    yield { kind: "finish", reason: "stop", usage: null };
  },
};

async function usedTreasury(): Promise<Treasury> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100, minReserveUsd: 0 },
    model: meteredModel,
    turns: { tabUsd: 0.1 },
  });
  const paper = { vendor: "Acme", purpose: "paper", category: "office" };
  await treasury.propose({ ...paper, agentId: "buyer", amountUsd: 9 });
  const terms = { vendor: "Models", purpose: "drafts", agentId: "writer", minutes: 60 };
  const { tab } = await treasury.tabs.open({ ...terms, amountUsd: 5 });
  const tabId = tab.id;
  for (const [meter, amountUsd] of [
    ["large-model", 2.5],
    ["small-model", 0.012_345],
  ] as const) {
    await treasury.tabs.charge({ tabId, chargeId: meter, amountUsd, meter });
  }
  await treasury.tabs.close({ tabId });
  await treasury.propose({ ...paper, agentId: "writer", purpose: "pens", amountUsd: 3 });
  return treasury;
}

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("costs on the page", () => {
  const browser = testBrowser();

  it("are bars by agent, model or day, and a file", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "CommandCentreLedger", await usedTreasury());
    const costs = page.getByRole("region", { name: "Costs" });
    await costs.getByText("$14.512345 in the last 30 days, as posted.").waitFor();
    const rows = (by: string) =>
      costs
        .getByRole("list", { name: `Costs by ${by}` })
        .getByRole("listitem")
        .allInnerTexts();
    const lines = async (by: string) =>
      (await rows(by)).map((text) => text.split("\n").filter((line) => line !== ""));
    expect(await lines("agent")).toEqual([
      ["buyer", "$9.00", "1 spend"],
      ["writer", "$5.512345", "2 spends, 2 charges"],
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(
      await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
    ).toBeLessThanOrEqual(0);
    await costs.getByRole("combobox").selectOption("meter");
    await expect
      .poll(() => lines("meter"))
      .toEqual([
        ["Acme", "$12.00", "2 spends"],
        ["large-model", "$2.50", "1 spend, 1 charge"],
        ["small-model", "$0.012345", "1 spend, 1 charge"],
      ]);
    const download = page.waitForEvent("download");
    await costs.getByRole("button", { name: "Export costs as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("costs-demo-by-meter.csv");
  });

  it("of a turn are beside it once it is over", async () => {
    const page = await browser.newPage();
    await openComponent(page, pages, "AgentChat", await usedTreasury());
    await page.getByRole("textbox").fill("Check.");
    await page.getByRole("textbox").press("Enter");
    const cost = page.getByText(/^This turn cost/);
    await expect
      .poll(() => cost.allInnerTexts())
      .toEqual(["This turn cost $0.02 for 1 model call."]);
  });
});
