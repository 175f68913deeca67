import { readFile } from "node:fs/promises";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("the receipt of a payment", () => {
  const browser = testBrowser();

  it.each([
    ["phone", 390],
    ["desktop", 1_280],
  ])("is saved from the card of the decided spend, on a %s", async (name, width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await openComponent(page, pages, "ApprovalInbox", await paidTreasury(true));
    await page.getByText("Paid $5.00 to Acme").first().click();
    const button = page.getByRole("button", { name: "Receipt of the payment to Acme" });
    await button.waitFor();
    const { RECEIPT_SHOTS: folder } = process.env;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/card-${name}.png` });
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(await readFile(await download.path(), "utf8")).toMatch(/^ey[\w.-]+~/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([true, false])("is saved from the ledger where receipts are on: %s", async (isOn) => {
    const treasury = await paidTreasury(isOn);
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "CommandCentreLedger", treasury);
    await page.getByText("Acme: paper").first().waitFor();
    const button = page.getByRole("button", { name: "Receipt of entry 1" });
    if (!isOn) {
      await expect.poll(() => button.count()).toBe(0);
      return;
    }
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    const receipt = await readFile(await download.path(), "utf8");
    expect(receipt).toMatch(/^ey[\w.-]+~/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

async function paidTreasury(isOn: boolean): Promise<Treasury> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100, minReserveUsd: 0 },
    ...(isOn && { receipts: { key: "0123456789abcdef".repeat(4) } }),
  });
  await treasury.propose({ agentId: "buyer", amountUsd: 5, vendor: "Acme", purpose: "paper" });
  return treasury;
}
