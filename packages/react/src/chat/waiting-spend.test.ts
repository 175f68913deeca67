import { type Locator, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { treasuryWithThreeSpends } from "../used-treasury.fixture.ts";

const message = "Buy a domain from Namecheap for $24";
/** Distance of a card from the top of the inbox: space for its focus outline. */
const mostPixelsAbove = 12;

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

interface Opened {
  readonly page: Page;
  readonly card: Locator;
  readonly row: Locator;
}

describe("the card of a spend of the conversation", () => {
  const browser = testBrowser();

  const openedInbox = async (height = 800): Promise<Opened> => {
    const page = await browser.newPage({ viewport: { width: 1280, height } });
    await openComponent(page, pages, "CommandCentre", await treasuryWithThreeSpends());
    await page.getByRole("article").nth(2).waitFor();
    return {
      page,
      card: page.getByRole("article", { name: "Pay $24.00 to Namecheap" }),
      row: page.getByRole("button", { name: /^Pay \$24\.00 to Namecheap/ }),
    };
  };

  it("comes into view when a turn proposes it, and the message field keeps the focus", async () => {
    const { page, card, row } = await openedInbox();
    const field = page.getByLabel("Message to the agent");
    await field.fill(message);
    await field.press("Enter");
    await row.waitFor();
    await expect.poll(() => isAtTopOfInbox(card)).toBe(true);
    await expect.poll(() => field.and(page.locator(":focus")).count()).toBe(1);
  });

  it("comes into view when the inbox of all workspaces loads it later", async () => {
    const { page, card } = await openedInbox();
    await page.getByText("All workspaces").click();
    await page.getByText("Needs approval in all workspaces").waitFor();
    await page.getByRole("article").nth(2).waitFor();
    await page.getByRole("button", { name: message }).click();
    await card.waitFor();
    // It is the last one, so that it cannot be at the top.
    await expect.poll(() => pixelsBelowInbox(card)).toBeLessThanOrEqual(0);
  });

  it("stays out of view while the person writes a comment on another spend", async () => {
    const { page, card, row } = await openedInbox();
    await page.getByLabel("Message to the agent").fill(message);
    await page.getByRole("button", { name: "Send" }).click();
    const other = page.getByRole("article").first();
    await other.getByText("Comment and options").click();
    await other.getByLabel(/^Comment/).focus();
    await row.waitFor();
    await card.waitFor();
    expect(await isAtTopOfInbox(card)).toBe(false);
  });

  it("has its title at the top of the inbox and the focus after a click on its row", async () => {
    const { page, card, row } = await openedInbox();
    await page.getByRole("button", { name: message }).click();
    await row.waitFor();
    await expect.poll(() => row.innerText()).toContain("Review");
    await page
      .getByRole("button", { name: "Pay $24.00 to Namecheap Needs approval Review" })
      .click();
    await expect.poll(() => isAtTopOfInbox(card)).toBe(true);
    await expect.poll(() => card.and(page.locator(":focus")).count()).toBe(1);
  });

  it("stays in view when its explanation arrives", async () => {
    const { page, card, row } = await openedInbox(1400);
    const explained = Promise.withResolvers<void>();
    await page.route(/\/treasury\/proposals\/[^/]+\?/, async (route) => {
      await explained.promise;
      await route.fallback();
    });
    await page.getByRole("button", { name: message }).click();
    await row.click();
    const { height: before } = await boxOf(card);
    explained.resolve();
    await expect.poll(async () => (await boxOf(card)).height).toBeGreaterThan(before);
    await expect.poll(() => pixelsBelowInbox(card)).toBeLessThanOrEqual(0);
  });
});

function inboxOf(card: Locator): Locator {
  return card.page().getByRole("tabpanel").locator("> :first-child");
}

async function boxOf(element: Locator): Promise<{ y: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element is not visible.");
  return box;
}

async function isAtTopOfInbox(card: Locator): Promise<boolean> {
  const pixels = (await boxOf(card)).y - (await boxOf(inboxOf(card))).y;
  return pixels >= 0 && pixels <= mostPixelsAbove;
}

async function pixelsBelowInbox(card: Locator): Promise<number> {
  const [{ y, height }, inbox] = [await boxOf(card), await boxOf(inboxOf(card))];
  return y + height - inbox.y - inbox.height;
}
