import type { Treasury } from "@agent-treasury/treasury-core";
import { accessibilityProblems, type Locator, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { treasuryWithThreeSpends } from "../used-treasury.fixture.ts";

const phone = { width: 390, height: 844 };
const drawn = "new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)))";

const browser = testBrowser();
let pages: BuiltPages;
let treasury: Treasury;
beforeAll(async () => {
  pages = await buildPages();
  treasury = await treasuryWithThreeSpends();
});

describe("the tabs of the command centre", () => {
  it("show at both edges on a phone whether there are more", async () => {
    const page = await browser.newPage({ viewport: phone });
    await openComponent(page, pages, "CommandCentre", treasury);
    await page.getByTitle("More tabs").waitFor();
    await expect.poll(() => page.getByTitle("Previous tabs").isVisible()).toBe(false);
    await page.getByTitle("More tabs").click();
    await page.getByTitle("Previous tabs").waitFor();
    const last = page.getByRole("tab", { name: "Machines" });
    await expect
      .poll(async () => {
        // Not by the mouse, which would wait for a button that disappears meanwhile.
        await page.evaluate("document.querySelector('[title=\"More tabs\"]')?.click()");
        return isInView(page, last);
      })
      .toBe(true);
    await page.getByTitle("More tabs").waitFor({ state: "hidden" });
  });

  it("show the tab of the address in full", async () => {
    const page = await browser.newPage({ viewport: phone });
    await openComponent(page, pages, "CommandCentreAgents", treasury);
    const tab = page.getByRole("tab", { name: "Agents", selected: true });
    await page.getByTitle("Previous tabs").waitFor();
    await expect.poll(() => isInView(page, tab)).toBe(true);
  });

  it("need no buttons in wide windows, beside all labels and a long name", async () => {
    const page = await browser.newPage();
    // With the tab of webhooks, and the label of a deployment that pays any payee.
    await openComponent(page, pages, "CommandCentre@Margaret Hamilton", withWebhooks());
    await page.getByRole("tab", { name: "Webhooks" }).waitFor();
    await page.getByText("Any payee").waitFor();
    for (const width of [1217, 1280, 1366, 1424, 1440, 1664, 1665]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(drawn);
      const count = await page.getByTitle(/tabs$/).filter({ visible: true }).count();
      expect({ width, count }).toEqual({ width, count: 0 });
    }
  });
});

describe("the menu of workspaces", () => {
  it("lists those that exist, and creates one by an action of its own", async () => {
    await treasury.propose({ workspaceId: "studio", amountUsd: 1, vendor: "Acme", purpose: "ink" });
    const page = await browser.newPage({ viewport: phone });
    await openComponent(page, pages, "CommandCentre", treasury);
    const open = (): Promise<void> => page.getByRole("button", { name: "Workspace demo" }).click();
    await open();
    const list = page.getByRole("list", { name: "Workspaces" });
    await list.getByRole("button", { name: "studio" }).waitFor();
    await expect.poll(() => list.getByRole("button").allInnerTexts()).toEqual(["demo", "studio"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await list.getByRole("button", { name: "studio" }).click();
    expect(new URL(page.url()).hash).toBe("#studio");

    await open();
    await page.getByRole("button", { name: "New workspace…" }).click();
    const create = async (name: string): Promise<void> => {
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Create workspace" }).click();
    };
    await create("studio");
    await page.getByText("studio exists. Choose it in the list.").waitFor();
    await create("my shop");
    await page.getByText("A name has 1 to 128 letters").waitFor();
    await create("lab");
    expect(new URL(page.url()).hash).toBe("#lab");
  });
});

function withWebhooks(): Pick<Treasury, "handler"> {
  return {
    handler: async (request) => {
      const response = await treasury.handler(request);
      const text = await response.text();
      return new Response(text.replace('"plugins":[]', '"plugins":["webhooks"]') || null, response);
    },
  };
}

/** Whether a tab is within the window and no button covers its text. */
async function isInView(page: Page, tab: Locator): Promise<boolean> {
  const box = await tab.boundingBox();
  if (box === null || box.x < 0 || box.x + box.width > phone.width) return false;
  const found: boolean[] = [];
  for (const x of [box.x + 12, box.x + box.width - 12]) {
    const name = `document.elementFromPoint(${x}, ${box.y + box.height / 2})?.closest("button")?.role`;
    found.push((await page.evaluate<string | undefined>(name)) === "tab");
  }
  return found.every(Boolean);
}
