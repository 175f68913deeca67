import { pressTabUntil, testBrowser } from "browser-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../test-server.fixture.ts";
import { depositPastThePage, openPage, shownBalance } from "./open-page.fixture.ts";

describe("deciding, in a browser", () => {
  const browser = testBrowser();
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.stop());

  it("takes a directive and decides what waits for it by keyboard alone", async () => {
    const { page, client } = await openPage(browser, server.url, "keyboard");
    await depositPastThePage(client, 100);
    await page.reload();

    await pressTabUntil(page.getByLabel("Directive"));
    await page.keyboard.type("Buy a domain from Namecheap for $24");
    await page.keyboard.press("Enter");
    await page.getByText("1 spend waits for you.").waitFor();
    await page.keyboard.type("Buy a logo from Dribbble for $30");
    await page.keyboard.press("Enter");
    await page.getByText("2 spends wait for you.").waitFor();

    await page.keyboard.press("Shift+Tab");
    await pressTabUntil(page.getByRole("button", { name: "Approve $24.00 to Namecheap" }));
    await page.keyboard.press("Enter");
    await page.getByText("Approved, and paid: $24.00 to Namecheap.").waitFor();
    expect(await shownBalance(page)).toBe("$76.00");
    await page.getByText("The spend of $24.00 at Namecheap was executed.").waitFor();

    // The focus is on what waits, so that the next one is near.
    await pressTabUntil(page.getByLabel("Comment, if any"));
    await page.keyboard.type("Too dear");
    await pressTabUntil(page.getByRole("button", { name: "Deny $30.00 to Dribbble" }));
    await page.keyboard.press("Space");
    await page.getByText("Denied: $30.00 to Dribbble. No money moved.").waitFor();
    await page.getByText("No spend waits for a decision.").waitFor();

    const { balanceUsd, proposals } = await client.treasury.state();
    expect(balanceUsd).toBe(76);
    expect(proposals.map(({ vendor, status, comment }) => [vendor, status, comment])).toEqual([
      ["Dribbble", "denied", "Too dear"],
      ["Namecheap", "executed", null],
    ]);
  });

  it("isolates the texts of others, so that they cannot reorder what is beside them", async () => {
    const { page, client } = await openPage(browser, server.url, "isolated");
    await depositPastThePage(client, 100);
    await client.agent.run({ message: "Buy a domain from Namecheap for $24" });
    await page.reload();
    await page.getByRole("button", { name: "Approve $24.00 to Namecheap" }).waitFor();
    const styles = await page.evaluate<string[]>(
      `[...document.querySelectorAll("#waiting-list [data-text]:not([hidden])")]
        .map((element) => getComputedStyle(element).unicodeBidi)`,
    );
    expect(styles.length).toBeGreaterThan(4);
    expect(new Set(styles)).toEqual(new Set(["isolate"]));
  });

  it("says so when the turn that waited could not go on after the decision", async () => {
    const { page, client } = await openPage(browser, server.url, "cut");
    await depositPastThePage(client, 100);
    await client.agent.run({ message: "Buy a domain from Namecheap for $24" });
    await page.reload();
    await page.route("**/api/service/agent/resume", (route) => route.abort());
    await page.getByRole("button", { name: "Approve $24.00 to Namecheap" }).click();
    await page.getByText("Approved, and paid: $24.00 to Namecheap.").waitFor();
    await page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
    expect(await shownBalance(page)).toBe("$76.00");
  });

  it("decides nothing by Enter in a comment", async () => {
    const { page, client } = await openPage(browser, server.url, "comment");
    await depositPastThePage(client, 100);
    await client.agent.run({ message: "Buy a domain from Namecheap for $24" });
    await page.reload();
    await page.getByLabel("Comment, if any").fill("Not sure");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Approve $24.00 to Namecheap" }).waitFor();
    expect((await client.treasury.state()).pendingCount).toBe(1);
  });

  it("pays a spend once when two people approve it at the same time", async () => {
    const first = await openPage(browser, server.url, "both");
    await depositPastThePage(first.client, 100);
    await first.client.agent.run({ message: "Buy a domain from Namecheap for $24" });
    const second = await openPage(browser, server.url, "both");
    await first.page.reload();
    const people = [first.page, second.page];
    const approve = people.map((page) =>
      page.getByRole("button", { name: "Approve $24.00 to Namecheap" }),
    );
    await Promise.all(approve.map((button) => button.waitFor()));
    await Promise.all(approve.map((button) => button.click()));
    for (const page of people) {
      await page.getByText("No spend waits for a decision.").waitFor();
      expect(await shownBalance(page)).toBe("$76.00");
    }
    expect((await first.client.treasury.state()).ledger).toHaveLength(2);
  });

  it("shows what others write as text, and runs none of it", async () => {
    const markup = "<img src=x onerror=alert(1)>";
    const { page, client } = await openPage(browser, server.url, "markup");
    await depositPastThePage(client, 100);
    await client.agent.run({ message: `Buy ${markup} from Namecheap for $24` });
    await page.reload();
    await page.getByRole("region", { name: "Waiting for you" }).getByText(markup).waitFor();
    expect(await page.locator("img[src=x]").count()).toBe(0);
  });
});
