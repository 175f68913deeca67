import { accessibilityProblems, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { addDevice } from "../passkeys/passkey-treasury.fixture.ts";
import { openPhoneWorld, standInPhone, workspaceId } from "./phone.fixture.ts";
import { deviceName } from "./this-device.ts";

const signed = {
  version: 1,
  rules: [{ id: "signed", then: { requireApprovals: { count: 1, passkey: true } } }],
} as const;
const spend = { workspaceId, amountUsd: 24.37, vendor: "Acme", purpose: "paper" };

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("the page on a phone", () => {
  const browser = testBrowser();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

  it("turns a push into a card that a passkey decides", async () => {
    const world = await openPhoneWorld(pages);
    const { treasury, pushes, origin } = world;
    const page = await browser.newPage(phone);
    await addDevice(page);
    const device = await standInPhone(page, world);
    await page.goto(origin);
    await registerPasskey(page);
    await treasury.rules.publish({ workspaceId, rules: signed, operator: "Ada" });
    const [change] = (await treasury.actions.list({ status: "pending" })).actions;
    await page.getByText("All workspaces", { exact: true }).click();
    await page.getByRole("button", { name: "Approve with passkey: Publish 1 rule" }).click();
    await page.getByText("Published 1 rule.").waitFor();
    expect(change?.type).toBe("publish_rules");

    await openMenu(page, "Notifications…");
    await page.getByRole("button", { name: "Turn on for this device" }).click();
    await page.getByText("This device shows notifications from now on.").waitFor();
    await page.getByText("this device", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await screenshots(page, "notifications");
    await page.goto("about:blank");

    const { proposal } = await treasury.propose(spend);
    await treasury.recover();
    const [sent] = pushes.received;
    expect(pushes.received).toHaveLength(1);
    await page.goto(origin);
    const notification = await device.receive(sent?.text ?? "");
    expect(notification).toMatchObject({ title: "A spend needs your approval" });
    expect(JSON.stringify(notification)).not.toMatch(/24|Acme|paper|Ada/);

    const address = await device.press();
    expect(address).toBe(`${origin}/?workspace=demo&proposal=${proposal.id}`);
    await page.goto(address);
    const card = page.getByRole("article", { name: "Pay $24.37 to Acme" });
    const approve = card.getByRole("button", { name: "Approve $24.37 with passkey to Acme" });
    await approve.waitFor();
    await screenshots(page, "card");
    await approve.click();
    await page.getByText("Approved and paid: $24.37 to Acme.").waitFor();
    const { proposal: decided } = await treasury.proposal({ workspaceId, proposalId: proposal.id });
    expect(decided).toMatchObject({
      status: "executed",
      approvals: { by: [{ name: "Ada", passkey: true }] },
    });
  });

  it("opens its own address alone, whatever a push contains", async () => {
    const world = await openPhoneWorld(pages);
    const page = await browser.newPage(phone);
    const device = await standInPhone(page, world);
    await page.goto(world.origin);
    await page.evaluate(
      "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)",
    );
    for (const content of [
      "no JSON",
      "{}",
      JSON.stringify({
        workspaceId: "https://evil.example",
        proposalId: "//evil.example",
        kind: "x",
      }),
    ]) {
      expect(await device.receive(content)).toMatchObject({ title: "A spend needs your approval" });
      expect(new URL(await device.press()).origin).toBe(world.origin);
    }
  });

  it("turns off the device of another approver", async () => {
    const world = await openPhoneWorld(pages);
    const { subscription } = world.pushes.subscribe("");
    const plugin = `${world.treasury.basePath}/plugins/push/subscriptions`;
    await world.treasury.handler(
      new Request(world.origin + plugin, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ workspaceId, subscription, device: "Old phone" }),
      }),
    );
    const page = await browser.newPage(phone);
    await standInPhone(page, world);
    await page.goto(world.origin);
    await openMenu(page, "Notifications…");
    await page.getByRole("button", { name: "Turn off Old phone of yours" }).click();
    await page.getByText("Old phone shows no more notifications.").waitFor();
    await world.treasury.propose(spend);
    await world.treasury.recover();
    expect([world.pushes.received, world.pushes.refused]).toEqual([[], []]);
  });
});

it.each([
  ["Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["curl", "Browser"],
])("the browser %s is called %s", (userAgent, name) => {
  expect(deviceName({ userAgent })).toBe(name);
});

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Approver: Ada" }).click();
  await page.getByRole("button", { name: item }).click();
}

/** Invites Ada, and follows the invitation. */
async function registerPasskey(page: Page): Promise<void> {
  await openMenu(page, "Passkeys…");
  await page.getByRole("button", { name: "Invite an approver" }).click();
  await page.getByLabel("Person").fill("Ada");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.goto("about:blank");
  await page.goto(link);
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("Phone");
  await dialog.getByRole("button", { name: "Create passkey" }).click();
  await page.getByText("Passkey Phone was added.").waitFor();
}

/** Writes pictures for a look at them, into the folder that `TEST_PICTURES` names. */
async function screenshots(page: Page, name: string): Promise<void> {
  const folder = process.env["TEST_PICTURES"];
  if (folder === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}
