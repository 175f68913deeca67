import { type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { treasuryWithThreeSpends } from "../used-treasury.fixture.ts";

const windows = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("the notification of a decision", () => {
  const browser = testBrowser();

  it.each(windows)("covers no control at $width pixels", async (viewport) => {
    const page = await browser.newPage({ viewport });
    await openComponent(page, pages, "CommandCentre", await treasuryWithThreeSpends());
    await page.getByRole("button", { name: "Approve $20.00 to Hetzner" }).click();
    await page.getByText("Approved and paid: $20.00 to Hetzner.").waitFor();
    const next = page.getByRole("article", { name: "Pay $20.00 to Fly" });
    await expect.poll(() => next.and(page.locator(":focus")).count()).toBe(1);
    expect(await coveredBy(page, "Latest notification")).toEqual([]);
  });
});

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
    return [...covered];
  })()`);
}
