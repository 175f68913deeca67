import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { treasuryAfter } from "../used-treasury.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

const buying = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => ["/agent", { message: `Buy stickers from Shop ${index} for $1` }] as const,
  );

describe("the ledger", () => {
  const browser = testBrowser();

  it("ends with the starting capital, and has no pager if it is one page", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "LedgerTable", await treasuryAfter(100, buying(2)));
    const table = page.getByRole("region", { name: "Entries" }).getByRole("table");
    await table.getByText("Starting capital").waitFor();
    const rows = await table.getByRole("row").allInnerTexts();
    expect(rows.at(-1)).toMatch(/Starting capital\s+\$100\.00/);
    await expect.poll(() => page.getByRole("navigation").count()).toBe(0);
    // Entries of another day have a date, beside which the balance is not cut.
    await page.clock.setFixedTime(Date.now() + 3 * 86_400_000);
    await page.reload();
    await table
      .getByText(/^\d+ \w+, \d\d:\d\d$/)
      .first()
      .waitFor();
    const cut = await page.evaluate<number>(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[aria-label=Entries]'))",
    );
    expect(cut).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
