import { writeFile } from "node:fs/promises";
import { type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { budgetSettings } from "../../demo/demo-budget.ts";
import { demoPeople, peopleSettings } from "../../demo/demo-people.ts";
import { seedDemo } from "../../demo/seed-demo.ts";
import { partsOf, pressByKeyboard } from "./open-command.fixture.ts";
import { heightBeyond, overflowOf, problemsOf } from "./page-problems.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

const people = demoPeople();
const all = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const windows = process.env["TEST_LONG"] === "1" ? all : all.slice(0, 1);

/** Path of the README's picture. If unset, the picture is not written. */
const picture = process.env["TREASURY_TEST_PICTURE"];

/** Writes the picture: a spend of the agent in the inbox, beside the conversation. */
async function takePicture(page: Page): Promise<void> {
  const { inbox, conversation } = partsOf(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: /^Buy a domain from Namecheap/ }).click();
  await conversation.getByText("Waiting for a person to decide").waitFor();
  await conversation.getByRole("button", { name: /^Pay \$24\.00 to Namecheap/ }).click();
  const card = inbox.getByRole("article", { name: "Pay $24.00 to Namecheap" });
  await card.evaluate((article: HTMLElement) => article.blur());
  await page.mouse.move(0, 0);
  if (picture !== undefined) await writeFile(picture, await page.screenshot());
}

async function continueAs(page: Page, name: string): Promise<void> {
  await pressByKeyboard(page.getByRole("button", { name: `Continue as ${name}` }));
  await page.getByRole("button", { name: `Approver: ${name}` }).waitFor();
}

describe("the demo, in a browser", () => {
  const browser = testBrowser();
  const app = testApp({
    ...peopleSettings(people, "127.0.0.1"),
    TREASURY_PASSKEYS: "on",
    ...budgetSettings(),
    PUSH_KEY: btoa("p".repeat(32)),
    PUSH_CONTACT: "mailto:treasury@example.com",
  });
  // The machine may be slow.
  beforeAll(() => seedDemo({ baseUrl: app.url, timeoutMs: 300_000 }, people));

  it("lets one visitor approve as two people, and replay the suggested rules", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${app.url}/command`);
    await page.getByText("The demo needs no password").waitFor();
    expect(await problemsOf(page), "sign-in").toEqual([]);
    await continueAs(page, "Ada");
    await takePicture(page);
    expect(await heightBeyond(page), "only the inbox and the conversation scroll").toBe(0);
    const { inbox } = partsOf(page);
    const approve = inbox.getByRole("button", { name: "Approve $28.00 to Hetzner" });
    // At least half of the maximum.
    const confirm = page.getByRole("alertdialog").getByRole("button", { name: /^Approve/ });
    await pressByKeyboard(approve);
    await pressByKeyboard(confirm);
    await page.getByText("Approval recorded: $28.00 to Hetzner. 1 of 2 approved.").waitFor();

    await pressByKeyboard(page.getByRole("button", { name: "Approver: Ada" }));
    await pressByKeyboard(page.getByRole("button", { name: "Sign out" }));
    await continueAs(page, "Grace");
    await pressByKeyboard(approve);
    await pressByKeyboard(confirm);
    await page.getByText("Approved and paid: $28.00 to Hetzner.").waitFor();
    // The outcome of one purchase is unknown at first.
    await page
      .getByText(/^\$12[45]\.50$/)
      .first()
      .waitFor();

    await page.goto(`${app.url}/command/rules`);
    await pressByKeyboard(page.getByRole("button", { name: "Open as a draft to replay" }));
    await page.getByRole("status", { name: "Validation" }).getByText("Valid").waitFor();
    await pressByKeyboard(page.getByRole("link", { name: "Skip the rules" }));
    await pressByKeyboard(page.getByRole("button", { name: "Replay the draft" }));
    await page.getByText(/^3 of 14 spends would have another outcome\./).waitFor();
  });

  it.each(windows)("shows the inbox of all workspaces at $width pixels", async (viewport) => {
    const page = await browser.newPage({ viewport });
    await page.goto(`${app.url}/command`);
    await continueAs(page, "Ada");
    const choice = page.getByRole("radio", { name: "This workspace" });
    await choice.focus();
    await page.keyboard.press("ArrowRight");
    const inbox = page.getByRole("region", { name: "Needs approval in all workspaces" });
    // A spend loads once it is in view.
    await inbox.getByRole("article", { name: /to Mailchimp$/ }).scrollIntoViewIfNeeded();
    await inbox.getByText("Workspace studio").waitFor();
    expect(await problemsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.reload();
    await inbox.getByRole("article", { name: "Publish 5 rules" }).waitFor();
  });

  it("is a page that a phone can install, with a worker for notifications", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${app.url}/command`);
    await continueAs(page, "Ada");
    await page.getByRole("button", { name: "Approver: Ada" }).click();
    await page.getByRole("button", { name: "Notifications…" }).click();
    await page.getByRole("dialog", { name: "Notifications" }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const register = "navigator.serviceWorker.register('/treasury-worker.js')";
    const ready = `${register}.then(() => navigator.serviceWorker.ready).then(({ scope }) => scope)`;
    expect(await page.evaluate(ready)).toBe(`${app.url}/`);

    const session = await page.context().newCDPSession(page);
    const { url, errors, data = "" } = await session.send("Page.getAppManifest");
    expect([url, errors]).toEqual([`${app.url}/manifest.webmanifest`, []]);
    const manifest = JSON.parse(data) as { readonly icons: readonly { readonly src: string }[] };
    expect(manifest).toMatchObject({ display: "standalone", start_url: "/command", scope: "/" });
    const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
    for (const icon of [...manifest.icons.map(({ src }) => src), apple ?? ""]) {
      const loaded = await page.request.get(new URL(icon, app.url).href);
      expect([loaded.status(), loaded.headers()["content-type"]]).toEqual([200, "image/png"]);
    }
  });
});
