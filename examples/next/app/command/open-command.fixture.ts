import { createTreasuryClient, type TreasuryClient } from "@agent-treasury/sdk-client";
import { type Locator, type Page, pressTabUntil, type TestBrowser } from "browser-for-tests";

/** The page of a workspace and a client of its service. */
export interface OpenCommand {
  readonly page: Page;
  readonly client: TreasuryClient;
  readonly inbox: Locator;
  readonly conversation: Locator;
}

/** Opens a workspace's page in a new browser session and waits until it shows the treasury. */
export async function openCommand(
  browser: TestBrowser,
  url: string,
  workspaceId: string,
): Promise<OpenCommand> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/command?workspaceId=${workspaceId}`);
  const { inbox, conversation } = partsOf(page);
  await inbox.getByText("Nothing needs approval").or(inbox.getByRole("article")).first().waitFor();
  return { page, client: createTreasuryClient({ baseUrl: url, workspaceId }), inbox, conversation };
}

export function partsOf(page: Page): Pick<OpenCommand, "inbox" | "conversation"> {
  return {
    inbox: page.getByRole("region", { name: "Needs approval" }),
    conversation: page.getByRole("log", { name: "Conversation" }),
  };
}

/** Waits until a figure of the header shows this amount. */
export async function seeMoney(page: Page, label: string, amount: string): Promise<void> {
  const figure = page
    .getByRole("region", { name: "Money" })
    .locator("div", { has: page.getByText(label, { exact: true }) });
  await figure.locator("dd").first().filter({ hasText: amount }).waitFor();
}

/** Goes to a button by the Tab key and presses it. */
export async function pressByKeyboard(button: Locator): Promise<void> {
  await button.waitFor();
  await pressTabUntil(button);
  await button.page().keyboard.press("Enter");
}

/** Goes to a field by the Tab key and types over what is in it. */
export async function typeByKeyboard(field: Locator, text: string): Promise<void> {
  await field.waitFor();
  await pressTabUntil(field);
  await field.page().keyboard.press("Control+A");
  await field.page().keyboard.type(text);
}

/** Sends a message to the agent. */
export async function direct(page: Page, message: string): Promise<void> {
  await typeByKeyboard(page.getByLabel("Message to the agent"), message);
  await page.keyboard.press("Enter");
}

/** Deposits test money without the page. */
export async function depositPastThePage(client: TreasuryClient, amountUsd: number): Promise<void> {
  const { id, url } = await client.treasury.deposit({ amountUsd });
  await fetch(`${url}/pay`, { method: "POST", redirect: "manual" });
  await client.treasury.confirmDeposit({ sessionId: id });
}

/** Delays requests of a page until the promise resolves. */
export async function holdBack(page: Page, path: string, until: Promise<unknown>): Promise<void> {
  await page.route(path, async (route) => {
    await until;
    await route.continue();
  });
}
