import { createHash } from "node:crypto";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { type Page, testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { depositPastThePage, holdBack, partsOf } from "./open-command.fixture.ts";
import { overflowOf, problemsOf } from "./page-problems.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

const token = "a-token-of-thirty-two-characters";
const digest = createHash("sha256").update(token).digest("hex");
const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

describe("axe, on the command centre", () => {
  const browser = testBrowser();
  const app = testApp({ TREASURY_OPERATORS: `Ada:${digest}` });

  async function signIn(workspaceId: string, viewport: typeof wide): Promise<Page> {
    const page = await browser.newPage({ viewport });
    await page.goto(`${app.url}/command?workspaceId=${workspaceId}`);
    await page.getByLabel("Access token").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Approver: Ada" }).waitFor();
    await page.getByText("$80.00").first().waitFor();
    return page;
  }
  const clientOf = (workspaceId: string) =>
    createTreasuryClient({
      baseUrl: app.url,
      workspaceId,
      headers: { authorization: `Bearer ${token}` },
    });

  it("finds nothing on the sign-in form and its error", async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/command`);
    await page.getByLabel("Access token").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Unknown operator token.").waitFor();
    expect(await problemsOf(page), "sign-in").toEqual([]);
  });

  it("finds nothing on an empty page, with pending spends, and with decided ones", async () => {
    const page = await signIn("wide", wide);
    const { inbox, conversation } = partsOf(page);
    expect(await problemsOf(page), "empty").toEqual([]);

    await page.getByRole("button", { name: /^Buy a domain/ }).click();
    await conversation.getByText("Waiting for a person to decide").waitFor();
    await inbox.getByText("Details").click();
    await inbox.getByText("Comment and options").click();
    expect(await problemsOf(page), "waiting").toEqual([]);

    await inbox.getByRole("button", { name: "Approve $24.00 to Namecheap" }).click();
    await conversation.getByText("The spend of $24.00 at Namecheap was executed.").waitFor();
    await conversation.getByText("Paid $24.00 to Namecheap", { exact: true }).click();
    await conversation.getByText("by Ada", { exact: true }).waitFor();
    expect(await problemsOf(page), "decided").toEqual([]);

    await page.getByRole("tab", { name: "Ledger" }).click();
    await page.getByText("Verified: 1 entry recomputed").waitFor();
    await page.getByRole("figure").first().waitFor();
    expect(await problemsOf(page), "ledger").toEqual([]);
    await page.getByRole("tab", { name: "Machines" }).click();
    await page.getByText("No machine host connected").waitFor();
    expect(await problemsOf(page), "machines").toEqual([]);
  });

  it("finds nothing with a dialog, a deposit in progress, and no connection", async () => {
    const page = await signIn("dialogs", wide);
    const { conversation } = partsOf(page);
    await page.getByRole("button", { name: "Workspace dialogs" }).click();
    await page.getByRole("button", { name: "Reset workspace" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await problemsOf(page), "asking once more").toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Add money" }).click();
    await page.getByLabel("Amount in USD").fill("0.5");
    await page.getByRole("button", { name: "Go to checkout" }).click();
    await page.getByText("Enter an amount from 1").waitFor();
    expect(await problemsOf(page), "dialog with a problem").toEqual([]);
    await page.getByLabel("Amount in USD").fill("5");
    await page.getByRole("button", { name: "Go to checkout" }).click();
    await page.getByRole("button", { name: "Pay with test money" }).waitFor();
    expect(await problemsOf(page), "checkout").toEqual([]);

    const confirmed = Promise.withResolvers<void>();
    await holdBack(page, "**/treasury/deposit?*", confirmed.promise);
    await page.getByRole("button", { name: "Pay with test money" }).click();
    await page.getByText("Confirming the deposit").waitFor();
    expect(await problemsOf(page), "confirming").toEqual([]);
    confirmed.resolve();
    await page.getByText("$5.00 was added").waitFor();

    await page.getByRole("button", { name: /^Buy a domain/ }).click();
    await conversation.getByText("Waiting for a person to decide").waitFor();
    await page.route("**/api/service/**", (route) => route.abort());
    await page.getByText("Disconnected", { exact: true }).waitFor();
    expect(await problemsOf(page), "disconnected").toEqual([]);
  });

  it("finds nothing on a phone, and shows a pending spend once per screen", async () => {
    const client = clientOf("narrow");
    await depositPastThePage(client, 20);
    await client.agent.run({ message: "Buy a domain from Namecheap for $24" });
    const page = await browser.newPage({ viewport: narrow });
    await page.goto(`${app.url}/command?workspaceId=narrow`);
    await page.getByLabel("Access token").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
    // The inbox opens first.
    const approve = page.getByRole("button", { name: /^Approve \$/ });
    await approve.waitFor();
    expect(await problemsOf(page), "narrow inbox").toEqual([]);

    await page.getByRole("tab", { name: "Agent", exact: true }).click();
    expect(await problemsOf(page), "narrow agent").toEqual([]);
    const suggestion = page.getByRole("button", { name: /^Buy stickers/ });
    expect((await suggestion.boundingBox())?.height).toBeLessThan(100);
    await suggestion.click();
    const { conversation } = partsOf(page);
    await conversation.getByText("The spend of $4.00 at Sticker Mule was executed.").waitFor();
    await page.getByLabel("Message to the agent").fill("Buy a logo from Dribbble for $12");
    await page.keyboard.press("Enter");
    await approve.waitFor();
    await expect.poll(() => approve.count()).toBe(1);
    for (const screen of ["Agent", "Inbox", "Ledger", "Machines"]) {
      await page.getByRole("tab", { name: screen, exact: screen === "Agent" }).click();
      expect(await overflowOf(page), `${screen} is no wider than the window`).toBeLessThanOrEqual(
        0,
      );
    }
    expect(await problemsOf(page), "narrow machines").toEqual([]);
  });
});
