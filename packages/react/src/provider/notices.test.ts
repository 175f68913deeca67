import { type Locator, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { treasuryWithThreeSpends } from "../used-treasury.fixture.ts";

const windows = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const isLong = process.env["TEST_LONG"] === "1";

const browser = testBrowser();
let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("the notification of a decision", () => {
  it.each(isLong ? windows : windows.slice(1))(
    "covers no control at $width pixels",
    async (viewport) => {
      const page = await browser.newPage({ viewport });
      await openComponent(page, pages, "CommandCentre", await treasuryWithThreeSpends());
      await page.getByRole("button", { name: "Approve $20.00 to Hetzner" }).click();
      await page.getByText("Approved and paid: $20.00 to Hetzner.").waitFor();
      const next = page.getByRole("article", { name: "Pay $20.00 to Fly" });
      await expect.poll(() => next.and(page.locator(":focus")).count()).toBe(1);
      expect(await coveredBy(page, "Latest notification")).toEqual([]);
    },
  );
});

describe("the notification of a decision in an inbox on a host's page", () => {
  it.each(isLong ? windows : windows.slice(0, 1))(
    "stays within the inbox at $width pixels",
    async (viewport) => {
      const page = await browser.newPage({ viewport });
      await openComponent(page, pages, "ApprovalInbox", await treasuryWithThreeSpends());
      await page.getByRole("button", { name: "Approve $20.00 to Hetzner" }).click();
      const notice = page.getByText("Approved and paid: $20.00 to Hetzner.");
      await notice.waitFor();
      const next = page.getByRole("article", { name: "Pay $20.00 to Fly" });
      await expect.poll(() => next.and(page.locator(":focus")).count()).toBe(1);
      expect(await isWithin(notice, page.locator(".at-root"))).toBe(true);
      expect(await coveredBy(page, "Latest notification")).toEqual([]);
      await page.evaluate("scrollTo(0, 0)");
      expect(await isWithin(notice, page.locator(".at-root"))).toBe(true);
      await page.getByRole("button", { name: "Dismiss notification" }).click();
      await notice.waitFor({ state: "detached" });
    },
  );
});

async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [one, other] = await Promise.all([inner.boundingBox(), outer.boundingBox()]);
  if (one === null || other === null) return false;
  return one.y >= other.y && one.y + one.height <= other.y + other.height && one.x >= other.x;
}

/** Returns the controls and titles below an element, as if it were hidden. */
function coveredBy(page: Page, label: string): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const place = document.querySelector('[aria-label="${label}"]').parentElement;
    const box = place.firstElementChild.getBoundingClientRect();
    place.style.display = "none";
    const covered = new Set();
    for (let x = box.left; x <= box.right; x += 4) {
      for (let y = box.top; y <= box.bottom; y += 4) {
        const control = document
          .elementFromPoint(x, y)
          ?.closest("button, input, textarea, select, a, summary, label, h3");
        if (control) covered.add(control.getAttribute("aria-label") ?? control.textContent);
      }
    }
    place.style.display = "";
    return [...covered];
  })()`);
}
