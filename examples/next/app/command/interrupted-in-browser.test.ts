import { testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { direct, openCommand, pressByKeyboard, seeMoney } from "./open-command.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

describe("the command centre, interrupted", () => {
  const browser = testBrowser();
  const app = testApp({ TREASURY_ACCESS: "guests" });

  it("continues a turn after a reload, without duplicates", async () => {
    const { page, client, conversation } = await openCommand(browser, app.url, "reloaded");
    const vendors = ["Sticker Mule", "Moo", "Vistaprint", "Zazzle", "Canva", "Printful"];
    await direct(page, vendors.map((vendor) => `buy cards from ${vendor} for $2`).join(", then "));
    await conversation.getByText("Paid $2.00 to Sticker Mule", { exact: true }).waitFor();

    const calls = conversation.getByText(/^Proposed \$2\.00/);
    const watched = page.waitForRequest(/\/agent\/turns\/[^/]+\/events/);
    await page.reload();
    await watched;
    await conversation.getByText("The spend of $2.00 at Printful was executed.").waitFor();
    await expect.poll(() => calls.count()).toBe(vendors.length);
    for (const vendor of vendors) {
      await expect
        .poll(() => conversation.getByText(`Paid $2.00 to ${vendor}`, { exact: true }).count())
        .toBe(1);
    }
    await conversation.getByText("Working").waitFor({ state: "detached" });
    expect((await client.treasury.state()).ledger).toHaveLength(vendors.length);
    await seeMoney(page, "Balance", "$88.00");
  });

  it("accepts one of two concurrent decisions, and notifies the other approver", async () => {
    const first = await openCommand(browser, app.url, "both");
    const second = await openCommand(browser, app.url, "both");
    await direct(first.page, "Buy a domain from Namecheap for $24");
    const people = [
      {
        ...first,
        button: first.inbox.getByRole("button", { name: "Approve $24.00 to Namecheap" }),
      },
      { ...second, button: second.inbox.getByRole("button", { name: "Deny $24.00 to Namecheap" }) },
    ];
    const held = new Set<() => void>();
    for (const { page, button } of people) {
      await button.waitFor();
      await page.route("**/treasury/decide", async (route) => {
        // Both are on their way before the first arrives.
        await new Promise<void>((go) => {
          held.add(go);
          if (held.size === people.length) for (const each of held) each();
        });
        await route.continue();
      });
    }
    for (const { button } of people) await pressByKeyboard(button);

    const notices = people.map(({ page }) =>
      page.getByRole("status", { name: "Latest notification" }),
    );
    await Promise.all(
      notices.map((each) => each.getByText(/Namecheap|Another decision/).waitFor()),
    );
    const texts = await Promise.all(notices.map((each) => each.innerText()));
    const { status } = (await first.client.treasury.state()).proposals[0] ?? {};
    const loser = status === "executed" ? texts[1] : texts[0];
    expect(loser).toContain("Another decision was made first.");
    for (const { page, inbox } of people) {
      await inbox.getByText("Nothing needs approval").waitFor();
      await seeMoney(page, "Balance", status === "executed" ? "$76.00" : "$100.00");
    }
  });

  it("shows that it is disconnected while the browser is offline", async () => {
    const { page } = await openCommand(browser, app.url, "offline");
    await page.context().setOffline(true);
    await page.getByText("Disconnected", { exact: true }).waitFor();
    await page.getByRole("alert").getByText("This device is offline.").waitFor();
    await seeMoney(page, "Balance", "$100.00");

    await page.context().setOffline(false);
    await page.getByText("Connected", { exact: true }).waitFor({ state: "attached" });
    await expect.poll(() => page.getByText("This device is offline.").count()).toBe(0);
  });

  it("shows that it is disconnected while the server is down, and reconnects", async () => {
    const { page, client, inbox, conversation } = await openCommand(browser, app.url, "restarted");
    await direct(page, "Buy a domain from Namecheap for $24");
    await conversation.getByText("Waiting for a person to decide").waitFor();

    await app.stop();
    await page.getByText("Disconnected", { exact: true }).waitFor();
    await page.getByRole("alert").getByText("retries automatically").waitFor();
    await seeMoney(page, "Balance", "$100.00");
    await pressByKeyboard(inbox.getByRole("button", { name: "Approve $24.00 to Namecheap" }));
    await inbox.getByRole("alert").getByText("may have taken effect").waitFor();

    await app.start();
    await page.getByText("Connected", { exact: true }).waitFor({ state: "attached" });
    await page.getByRole("alert").getByText("Disconnected.").waitFor({ state: "detached" });
    await pressByKeyboard(inbox.getByRole("button", { name: "Approve $24.00 to Namecheap" }));
    await conversation.getByText("The spend of $24.00 at Namecheap was executed.").waitFor();
    await seeMoney(page, "Balance", "$76.00");
    expect((await client.treasury.state()).ledger).toHaveLength(1);
  });

  it("keeps the rest of the page if a screen cannot be loaded, and loads it later", async () => {
    const { page, inbox } = await openCommand(browser, app.url, "unfetched");
    await app.stop();
    await page.getByRole("tab", { name: "Ledger" }).click();
    const missing = page
      .getByRole("alert")
      .filter({ hasText: "This section could not be loaded." });
    await missing.waitFor();
    await seeMoney(page, "Balance", "$100.00");
    await page.getByRole("tab", { name: "Inbox and agent" }).click();
    await inbox.getByText("Nothing needs approval").waitFor();

    await app.start();
    await page.getByRole("tab", { name: "Ledger" }).click();
    await missing.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("tab", { name: "Ledger" }).click();
    await page.getByText("No entries yet").waitFor();
    await expect.poll(() => missing.count()).toBe(0);
  });
});
