import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { openUsedTab, proposeTab, treasuryForTabs } from "./open-tabs.fixture.ts";

const overflow = "document.documentElement.scrollWidth - innerWidth";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("tabs on the page", () => {
  const browser = testBrowser();

  it("are approved as an amount until an end", async () => {
    const treasury = treasuryForTabs();
    await proposeTab(treasury, 5);
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "ApprovalInbox", treasury);
    const name = /^Pay up to \$5\.00 until .*\d\d:\d\d, in many charges, to Models$/;
    const card = page.getByRole("article", { name });
    await card.getByRole("button", { name: "Approve up to $5.00 to Models" }).click();
    await page.getByText("Tab of $5.00 to Models").waitFor();
    await expect.poll(() => page.innerText("body")).not.toMatch(/Pay(ing|ment|) (\$|is)/);
    expect((await treasury.tabs.list()).tabs).toMatchObject([{ status: "open" }]);
  });

  it("show their usage, and are closed after a confirmation", async () => {
    const treasury = treasuryForTabs();
    const tabId = await openUsedTab(treasury);
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "CommandCentreLedger", treasury);
    const tab = page.getByRole("article", { name: "Tab to Models" });
    await tab.getByText("$1.312345 used and $0.50 reserved of $5.00").waitFor();
    await tab.getByText("Meters (2)").click();
    const meters = tab.getByRole("table", { name: "Meters of the tab to Models" });
    await expect
      .poll(() => meters.getByRole("row").allInnerTexts())
      .toEqual(["Meter\tCharges\tCharged", "large-model\t4\t$1.30", "small-model\t1\t$0.012345"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);

    await tab.getByRole("button", { name: "Close the tab to Models" }).click();
    await page.getByText("The open reservation of $0.50 counts in full").waitFor();
    expect((await treasury.tabs.read({ tabId })).tab.status).toBe("open");
    await page.getByRole("button", { name: "Close tab", exact: true }).click();
    await tab.waitFor({ state: "detached" });
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({
      status: "closed",
      closedBecause: "call",
    });
  });

  it("have unusually high settlements that a person confirms", async () => {
    const treasury = treasuryForTabs();
    const tabId = await openUsedTab(treasury);
    const page = await browser.newPage();
    await openComponent(page, pages, "CommandCentreLedger", treasury);
    const tab = page.getByRole("article", { name: "Tab to Models" });
    await tab.getByText("Reported $6.20, counted $0.10").waitFor();
    await tab.getByRole("button", { name: /^Confirm \$6\.20/ }).click();
    // Its reservation is open.
    await tab.getByText("Used up").waitFor();
    await expect.poll(() => tab.getByText("Reported").count()).toBe(0);
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({
      status: "exhausted",
      chargedUsd: 7.412_345,
      unconfirmed: [],
    });
  });

  it("unfold to their charges in the ledger, also after their close", async () => {
    const treasury = treasuryForTabs();
    const tabId = await openUsedTab(treasury);
    await treasury.tabs.close({ tabId });
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "LedgerTable", treasury);
    await page.getByRole("button", { name: "Charges of entry 1" }).click();
    const charges = page.getByRole("region", { name: "Charges" });
    await charges.waitFor();
    const rows = await charges.getByRole("row").allInnerTexts();
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(/^1\t.*\tlarge-model\t\$0\.40$/);
    expect(await accessibilityProblems(page)).toEqual([]);
    const cut = await page.evaluate<number>(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[aria-label=Entries]'))",
    );
    expect(cut).toBe(0);
    await page.getByRole("button", { name: /^Confirm \$6\.20/ }).click();
    await expect
      .poll(async () => (await treasury.tabs.read({ tabId })).tab.unconfirmed)
      .toEqual([]);
  });
});
