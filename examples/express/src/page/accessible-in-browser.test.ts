import { createHash } from "node:crypto";
import { accessibilityProblems, type Page, testBrowser } from "browser-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../test-server.fixture.ts";
import { depositPastThePage, openPage } from "./open-page.fixture.ts";

const token = "a token of thirty-two characters";
const digest = createHash("sha256").update(token).digest("hex");
const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 900 };

async function directive(page: Page, words: string): Promise<void> {
  await page.getByLabel("Directive").fill(words);
  await page.getByRole("button", { name: "Run" }).click();
}

describe.each(["light", "dark"] as const)("axe, on a %s page", (colorScheme) => {
  const browser = testBrowser();
  let server: TestServer;
  let signedIn: TestServer;
  beforeAll(async () => {
    server = await testServer();
    signedIn = await testServer({ TREASURY_OPERATORS: `Ada:${digest}` });
  });
  afterAll(async () => {
    await server.stop();
    await signedIn.stop();
  });

  it.each([narrow, wide])(
    "finds nothing while it is empty, while spends wait, and when they are decided, at $width pixels",
    async (viewport) => {
      const workspaceId = `${colorScheme}-${viewport.width}`;
      const look = { colorScheme, viewport };
      const { page, client } = await openPage(browser, server.url, workspaceId, look);
      expect(await accessibilityProblems(page)).toEqual([]);

      await depositPastThePage(client, 100);
      await directive(page, "Buy a domain from Namecheap for $24");
      await page.getByRole("button", { name: "Approve $24.00 to Namecheap" }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);

      await page.getByRole("button", { name: "Approve $24.00 to Namecheap" }).click();
      await page.getByText("Approved, and paid").waitFor();
      await directive(page, "Buy a server from Hetzner for $75");
      await page.getByText("denied", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Verify the chain" }).click();
      await page.getByText(/entr(y|ies) recomputed/).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  it("finds nothing where a deposit is refused, at the checkout, and before a reset", async () => {
    const workspaceId = `${colorScheme}-forms`;
    const { page } = await openPage(browser, server.url, workspaceId, { colorScheme });
    await page.getByRole("button", { name: "Reset this workspace" }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByLabel("Amount in USD").fill("0.5");
    await page.getByRole("button", { name: "Go to checkout" }).click();
    await page.getByText("Enter an amount from 1").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Amount in USD").fill("5");
    await page.getByRole("button", { name: "Go to checkout" }).click();
    await page.getByRole("button", { name: "Pay with play money" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("finds nothing where people sign in, and when they have", async () => {
    const page = await browser.newPage({ colorScheme });
    await page.goto(`${signedIn.url}/command`);
    await page.getByLabel("Operator token").fill("nobody's");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This is no operator's token.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Operator token").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Signed in as Ada").waitFor();
    await page.getByRole("heading", { name: "Balance" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
