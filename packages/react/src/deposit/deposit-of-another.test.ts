import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";
import { treasuryAfter } from "../used-treasury.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("a deposit that was credited", () => {
  const browser = testBrowser();

  it("is not reported to the person who signs in next", async () => {
    const treasury = await treasuryAfter(100, []);
    const client = createTreasuryClient({
      baseUrl,
      workspaceId: "demo",
      fetch: (input, init) => treasury.handler(new Request(input, init)),
    });
    const { id } = await client.treasury.deposit({ amountUsd: 25 });
    const address = `${baseUrl}/api/service/checkout/${id}/pay`;
    await treasury.handler(new Request(address, { method: "POST" }));
    const page = await browser.newPage();
    const confirmations: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/treasury/deposit")) confirmations.push(request.method());
    });
    await openComponent(page, pages, `AfterDeposit@${id}`, treasury);
    await page.getByText("$25.00 was added to the ledger.").waitFor();
    await page.getByRole("button", { name: "Sign in as another person" }).click();
    await page.getByRole("button", { name: "Approver: Bo" }).waitFor();
    await page.getByText("$125.00").first().waitFor();
    await expect.poll(() => page.locator('[aria-label="Deposit"]').textContent()).toBe("");
    expect(confirmations).toHaveLength(1);
  });
});
