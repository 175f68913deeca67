import { type Page, testBrowser } from "browser-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../run-program.fixture.ts";
import { type TestServer, testServer } from "../test-server.fixture.ts";
import { payCheckout } from "../tour/pay-checkout.ts";
import { openPage, shownBalance } from "./open-page.fixture.ts";

async function goToCheckout(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Amount in USD").fill(amount);
  await page.getByRole("button", { name: "Go to checkout" }).click();
  await page.waitForURL(/\/sandbox\/checkout\//);
}

const pay = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Pay with play money" }).click();

describe("adding money, in a browser", () => {
  const browser = testBrowser();
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.stop());

  const settled = (workspaceId: string): string =>
    `${server.url}/command?workspaceId=${workspaceId}`;

  it("credits a deposit on the return from the checkout, and nothing more when loaded again", async () => {
    const { page, client } = await openPage(browser, server.url, "acme");
    expect(await shownBalance(page)).toBe("$0.00");
    await goToCheckout(page, "25.50");
    expect(await page.getByRole("main").innerText()).toContain("25.50 USD of play money");
    await pay(page);

    await page.getByText("$25.50 came in and is credited to acme.").waitFor();
    expect(await shownBalance(page)).toBe("$25.50");
    expect(page.url()).toBe(settled("acme"));

    await page.reload();
    await page.getByRole("cell", { name: "+$25.50" }).waitFor();
    expect(await shownBalance(page)).toBe("$25.50");
    expect((await page.getByRole("status").allInnerTexts()).join()).not.toContain("credited");
    expect((await client.treasury.state()).ledger).toHaveLength(1);
  });

  it("credits nothing more to who goes back, or pays again on a page that was still open", async () => {
    const { page, client } = await openPage(browser, server.url, "back");
    await goToCheckout(page, "40");
    const opened = page.waitForEvent("popup");
    await page.evaluate("void window.open(location.href)");
    const stillOpen = await opened;
    await pay(page);
    await page.getByText("$40.00 came in").waitFor();

    await page.goBack();
    await page.getByRole("link", { name: "Back to the treasury" }).click();
    await page.getByText("$40.00 was credited before. Nothing was added again.").waitFor();
    expect(page.url()).toBe(settled("back"));

    await pay(stillOpen);
    await stillOpen.getByText("$40.00 was credited before. Nothing was added again.").waitFor();
    expect(await shownBalance(stillOpen)).toBe("$40.00");
    expect((await client.treasury.state()).ledger).toHaveLength(1);
  });

  it("credits nothing for an address that was kept from an earlier return", async () => {
    const { page, client } = await openPage(browser, server.url, "kept");
    await goToCheckout(page, "12");
    const sessionId = page.url().split("/").at(-1) ?? "";
    await pay(page);
    await page.getByText("$12.00 came in").waitFor();
    const kept = `${settled("kept")}&deposit_session=${sessionId}`;
    await page.goto(kept);
    await page.getByText("$12.00 was credited before").waitFor();
    expect(page.url()).toBe(settled("kept"));
    expect((await client.treasury.state()).balanceUsd).toBe(12);
  });

  it("says that a checkout was cancelled, in the workspace that it was for", async () => {
    const { page, client } = await openPage(browser, server.url, "cancel");
    await goToCheckout(page, "10");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The checkout was cancelled. Nothing was charged or credited.").waitFor();
    expect(page.url()).toBe(settled("cancel"));
    expect(await shownBalance(page)).toBe("$0.00");
    expect((await client.treasury.state()).ledger).toEqual([]);
  });

  it("says that a checkout is not paid yet, and credits it when asked again after that", async () => {
    const { page, client } = await openPage(browser, server.url, "later");
    const session = await client.treasury.deposit({ amountUsd: 15 });
    await page.goto(`${settled("later")}&deposit_session=${session.id}`);
    await page.getByText("The checkout is not paid yet, so nothing was credited.").waitFor();
    await payCheckout(session.url);
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("$15.00 came in and is credited to later.").waitFor();
    expect(page.url()).toBe(settled("later"));
    expect(await shownBalance(page)).toBe("$15.00");
  });

  it("credits a checkout that was paid in a browser which does not know its workspace", async () => {
    const { client } = await openPage(browser, server.url, "elsewhere");
    const session = await client.treasury.deposit({ amountUsd: 18 });
    const stranger = await browser.newPage();
    await stranger.goto(session.url);
    await pay(stranger);
    await stranger.getByText("Open that workspace above").waitFor();
    await stranger.getByLabel("Workspace", { exact: true }).fill("elsewhere");
    await stranger.getByRole("button", { name: "Open" }).click();
    await stranger.getByText("$18.00 came in and is credited to elsewhere.").waitFor();
    expect((await client.treasury.state()).balanceUsd).toBe(18);
  });

  it.each(["0.99", "10.005", "-5", "1000000", ""])(
    "says on the page that %j is no deposit",
    async (amount) => {
      const { page } = await openPage(browser, server.url, "refused");
      const field = page.getByLabel("Amount in USD");
      await field.fill(amount);
      await page.getByRole("button", { name: "Go to checkout" }).click();
      await page.getByText("Enter an amount from 1 to 999,999.99 USD, in whole cents.").waitFor();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect(await field.and(page.locator(":focus")).count()).toBe(1);
      expect(page.url()).toBe(settled("refused"));

      await goToCheckout(page, "10");
    },
  );

  it("does all of it after the tour, which has no key", async () => {
    const tour = runProgram("tour.ts", { PORT: "0", TREASURY_DATABASE_URL: "memory:" });
    const [, url = "", workspaceId = ""] = await tour.waitFor(
      /^Ready: (http:\S+)\/command\?workspaceId=(\S+)$/m,
    );
    const { page } = await openPage(browser, url, workspaceId);
    expect(await shownBalance(page)).toBe("$32.00");
    await goToCheckout(page, "100");
    await pay(page);
    await page.getByText(`$100.00 came in and is credited to ${workspaceId}.`).waitFor();
    expect(await shownBalance(page)).toBe("$132.00");
    await page.reload();
    await page.getByRole("cell", { name: "+$100.00" }).waitFor();
    expect(await shownBalance(page)).toBe("$132.00");
    tour.stop("SIGTERM");
    expect(await tour.exitCode).toBe(0);
  });
});
