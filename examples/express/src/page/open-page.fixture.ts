import { createTreasuryClient, type TreasuryClient } from "@agent-treasury/sdk-client";
import type { Page, TestBrowser } from "browser-for-tests";
import { payCheckout } from "../tour/pay-checkout.ts";

/** A workspace of a server, by its page and by the service itself. */
export interface OpenPage {
  readonly page: Page;
  readonly client: TreasuryClient;
}

/** Opens the page of a workspace in a new visitor's browser, once it shows the treasury. */
export async function openPage(
  browser: TestBrowser,
  url: string,
  workspaceId: string,
  options: Parameters<TestBrowser["newPage"]>[0] = {},
): Promise<OpenPage> {
  const page = await browser.newPage(options);
  await page.goto(`${url}/command?workspaceId=${workspaceId}`);
  await page.getByRole("heading", { name: "Balance" }).waitFor();
  return { page, client: createTreasuryClient({ baseUrl: url, workspaceId }) };
}

/** What the page says the balance is. */
export function shownBalance(page: Page): Promise<string> {
  return page.getByRole("region", { name: "Balance" }).locator(".figure").innerText();
}

/** Puts play money into a workspace, past the page. */
export async function depositPastThePage(client: TreasuryClient, amountUsd: number): Promise<void> {
  const { url } = await client.treasury.deposit({ amountUsd });
  await client.treasury.confirmDeposit({ sessionId: await payCheckout(url) });
}
