import type { Treasury } from "@agent-treasury/treasury-core";
import { accessibilityProblems, pressTabUntil, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { treasuryAfter } from "../used-treasury.fixture.ts";

/** Less than half of a phone's screen. */
const mostPixels = 400;

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("the card of a spend, on a phone", () => {
  const browser = testBrowser();

  it("shows what a decision needs at once, and the rest on demand by keyboard", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "ApprovalInbox", await treasuryWithThreeRules());
    const card = page.getByRole("article", { name: "Pay $20.00 to Hetzner" });
    await card.getByText("1 more rule in the details.").waitFor();
    expect((await card.boundingBox())?.height).toBeLessThan(mostPixels);
    const shown = await card.innerText();
    for (const text of ["a server", "Built-in agent", "Requires 1 approval", "Deny", "Approve"]) {
      expect(shown).toContain(text);
    }
    expect(shown).not.toContain("Requested");
    // A hundred cards would have thousands of elements that nothing shows.
    await expect.poll(() => card.locator("details > :not(summary)").count()).toBe(0);

    const details = card.getByText("Details", { exact: true });
    await pressTabUntil(details);
    await page.keyboard.press("Enter");
    await card.getByRole("list", { name: "Rules" }).nth(1).waitFor();
    const all = await card.innerText();
    for (const text of ["Agent’s message", "Balance", "Screening", "Requested", "europe"]) {
      expect(all).toContain(text);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("states the limit that a spend would exceed once, and that an approval would fail", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const treasury = await treasuryAfter(30, [
      ["/agent", { message: "Buy a server from Hetzner for $15" }],
    ]);
    await openComponent(page, pages, "ApprovalInbox", treasury);
    const card = page.getByRole("article");
    await card.getByText("This spend would fail now").waitFor();
    await card.getByRole("list", { name: "Rules" }).waitFor();
    const shown = await card.innerText();
    expect(shown.match(/would leave less than the reserve/g)).toHaveLength(1);
    const approve = card.getByRole("button", { name: /^Approve .* to Hetzner$/ });
    await expect.poll(() => approve.isDisabled()).toBe(true);
    await card.getByText("Comment and options").click();
    await card.getByLabel("Amount to approve in USD").fill("5");
    await expect.poll(() => approve.isEnabled()).toBe(true);
  });

  it("states nothing about a spend before its rules are loaded", async () => {
    const page = await browser.newPage();
    const treasury = await treasuryWithThreeRules();
    const release = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    const slow: Pick<Treasury, "handler"> = {
      handler: async (request) => {
        if (/\/proposals\/[^/]+$/.test(new URL(request.url).pathname)) {
          asked.resolve(undefined);
          await release.promise;
        }
        return treasury.handler(request);
      },
    };
    await openComponent(page, pages, "ApprovalInbox", slow);
    await asked.promise;
    const card = page.getByRole("article", { name: "Pay $20.00 to Hetzner" });
    await card.getByText("Loading the spend…").waitFor({ state: "attached" });
    await expect.poll(() => card.innerText()).not.toContain("need approval");
    await expect.poll(() => card.getByRole("button").count()).toBe(0);
    release.resolve(undefined);
    await card.getByText("Requires 1 approval").first().waitFor();
    await expect.poll(() => card.innerText()).not.toContain("or more need approval");
  });
});

/** A treasury with a pending spend because of three rules. */
function treasuryWithThreeRules(): Promise<Treasury> {
  const rules = ["hosting", "software", "europe"].map((id) => ({
    id,
    then: { requireApprovals: { count: 1 } },
  }));
  return treasuryAfter(200, [
    ["/treasury/rules", { rules: { version: 1, rules } }],
    ["/agent", { message: "Buy a server from Hetzner for $20" }],
  ]);
}
