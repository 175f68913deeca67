import { accessibilityProblems, type Page } from "browser-for-tests";

const colours = ["light", "dark"] as const;
let calls = 0;

/** The other colours at each call; both with `TEST_LONG`. */
function nextColours(): readonly (typeof colours)[number][] {
  if (process.env["TEST_LONG"] === "1") return colours;
  calls += 1;
  return [calls % 2 === 1 ? "light" : "dark"];
}

/** Returns what axe finds in the light or the dark colours. */
export async function problemsOf(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const colorScheme of nextColours()) {
    await page.emulateMedia({ colorScheme });
    // Colours have transitions.
    await page.evaluate(
      `new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))).then(() =>
        Promise.allSettled(document.getAnimations()
          .filter((animation) => animation instanceof CSSTransition)
          .map((animation) => animation.finished)))`,
    );
    const found = await settledProblems(page);
    problems.push(...found.map((problem) => `${colorScheme}: ${problem}`));
  }
  return problems;
}

/** Chromium can draw a row that arrives during a change of colours in the old ones, for a moment. */
async function settledProblems(page: Page): Promise<readonly string[]> {
  const found = await accessibilityProblems(page);
  if (found.length === 0) return found;
  await page.waitForTimeout(1_000);
  return accessibilityProblems(page);
}

/** Returns by how many pixels the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

/** Returns by how many pixels the page is higher than the window. */
export function heightBeyond(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollHeight - innerHeight");
}
