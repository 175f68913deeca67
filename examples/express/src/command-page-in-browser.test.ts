import { createHash } from "node:crypto";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "./test-server.fixture.ts";
import { payCheckout } from "./tour/pay-checkout.ts";

const token = "a token of thirty-two characters";
const digest = createHash("sha256").update(token).digest("hex");

describe("the page, in a browser", () => {
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

  const checkout = async (workspaceId: string, amountUsd: number) => {
    const client = createTreasuryClient({ baseUrl: server.url, workspaceId });
    return { client, session: await client.treasury.deposit({ amountUsd }) };
  };

  it("credits a deposit once on the return from the checkout", async () => {
    const { client, session } = await checkout("demo", 25.5);
    const page = await browser.newPage();
    await page.goto(session.url);
    await page.getByRole("button", { name: "Pay with test money" }).click();
    await page.getByText("$25.50 was credited.").waitFor();
    await page.getByText("The balance is $25.50. Spends that need approval: 0.").waitFor();
    await page.reload();
    await page.getByText("$25.50 was credited before. Nothing was added.").waitFor();
    expect((await client.treasury.state()).ledger).toHaveLength(1);
  });

  it("credits a deposit of another workspace once that workspace is open", async () => {
    const { client, session } = await checkout("acme:co", 18);
    const page = await browser.newPage();
    await page.goto(session.url);
    await page.getByRole("button", { name: "Pay with test money" }).click();
    await page.getByText("The deposit was not started for workspace demo.").waitFor();
    await page.getByLabel("Workspace").fill("acme:co");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("$18.00 was credited.").waitFor();
    expect((await client.treasury.state()).balanceUsd).toBe(18);
  });

  it("reports a checkout that is not paid yet or was cancelled", async () => {
    const { client, session } = await checkout("later", 15);
    const page = await browser.newPage();
    await page.goto(`${server.url}/command?workspaceId=later&deposit_session=${session.id}`);
    await page.getByText("The checkout is not paid yet.").waitFor();
    await page.goto(session.url);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The checkout was cancelled.").waitFor();
    expect((await client.treasury.state()).ledger).toEqual([]);
  });

  it("shows the number of spends that need approval, and links to the OpenAPI document", async () => {
    const { client, session } = await checkout("waiting", 100);
    await payCheckout(session.url);
    await client.treasury.confirmDeposit({ sessionId: session.id });
    await client.agent.run({ message: "Buy a domain from Namecheap for $24" });
    const page = await browser.newPage();
    await page.goto(`${server.url}/command?workspaceId=waiting`);
    await page.getByText("The balance is $100.00. Spends that need approval: 1.").waitFor();
    for (const link of await page.getByRole("link").all()) {
      const address = new URL((await link.getAttribute("href")) ?? "", page.url());
      expect((await fetch(address)).status).toBe(200);
    }
  });

  it("requires a token if sign-in is on, and never puts it into the address", async () => {
    const page = await browser.newPage();
    await page.goto(`${signedIn.url}/command?workspaceId=acme`);
    await page.getByLabel("Operator token").fill("another token");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("Unknown operator token.").waitFor();
    await page.getByLabel("Operator token").fill(token);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("The balance is $0.00.").waitFor();
    expect(page.url()).toBe(`${signedIn.url}/command?workspaceId=acme`);
    await expect.poll(() => page.getByLabel("Operator token").isVisible()).toBe(false);
  });

  it.each(["light", "dark"] as const)(
    "has no problem that axe finds, in %s",
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 740 } });
      await page.goto(`${signedIn.url}/command`);
      await page.getByLabel("Operator token").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );
});
