import { sandboxPayments, scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { type Locator, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

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
    expect(await field.and(page.locator(":focus")).count()).toBe(1);
  });

  it("comes into view when the inbox of all workspaces loads it later", async () => {
    const { page, card } = await openedInbox();
    await page.getByText("All workspaces").click();
    await page.getByText("Needs approval in all workspaces").waitFor();
    await page.getByRole("article").nth(2).waitFor();
    await page.getByRole("button", { name: message }).click();
    await card.waitFor();
    await expect.poll(() => isAtTopOfInbox(card)).toBe(true);
  });

  it("stays out of view while the person writes a comment on another spend", async () => {
    const { page, card, row } = await openedInbox();
    await page.getByLabel("Message to the agent").fill(message);
    await page.getByRole("button", { name: "Send" }).click();
    await page
      .getByLabel(/^Comment/)
      .first()
      .focus();
    await row.waitFor();
    await card.waitFor();
    expect(await isAtTopOfInbox(card)).toBe(false);
  });

  it("has its title at the top of the inbox and the focus after a click on its row", async () => {
    const { page, card, row } = await openedInbox();
    await page.getByRole("button", { name: message }).click();
    await row.waitFor();
    expect(await row.innerText()).toContain("Review");
    await page
      .getByRole("button", { name: "Pay $24.00 to Namecheap Needs approval Review" })
      .click();
    await expect.poll(() => isAtTopOfInbox(card)).toBe(true);
    expect(await card.and(page.locator(":focus")).count()).toBe(1);
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
    const inbox = await boxOf(inboxOf(card));
    await expect
      .poll(async () => {
        const { y, height } = await boxOf(card);
        return y + height - inbox.y - inbox.height;
      })
      .toBeLessThanOrEqual(0);
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

/** A treasury with three pending spends, whose cards fill the inbox. */
async function treasuryWithThreeSpends(): Promise<Treasury> {
  const treasury = createTreasury({
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    payments: { processor: sandboxPayments({ baseUrl }) },
    model: scriptedModel(),
    budget: { startingCapitalUsd: 200 },
  });
  const post = async (path: string, body: object): Promise<void> => {
    const response = await treasury.handler(
      new Request(`${baseUrl}/api/service${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    expect(response.status).toBe(200);
  };
  for (const vendor of ["Hetzner", "Fly", "Render"]) {
    await post("/agent", { message: `Buy a server from ${vendor} for $20` });
  }
  // Their texts make a card higher when its explanation arrives.
  const rules = ["domains", "hosting", "software"].map((id) => ({
    id,
    then: { requireApprovals: { count: 1 } },
  }));
  await post("/treasury/rules", { rules: { version: 1, rules } });
  return treasury;
}
