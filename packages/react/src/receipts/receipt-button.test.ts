import { readFile } from "node:fs/promises";
import { createTreasury } from "@agent-treasury/treasury-core";
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

  it.each([true, false])("is saved from the ledger where receipts are on: %s", async (isOn) => {
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      access: "guests",
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100, minReserveUsd: 0 },
      ...(isOn && { receipts: { key: "0123456789abcdef".repeat(4) } }),
    });
    await treasury.propose({ agentId: "buyer", amountUsd: 5, vendor: "Acme", purpose: "paper" });
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
