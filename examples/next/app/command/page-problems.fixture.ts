import { accessibilityProblems, type Page } from "browser-for-tests";

/** Returns what axe finds in the light and the dark colours. */
export async function problemsOf(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours have transitions.
    await page.evaluate(
      `new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))).then(() =>
        Promise.allSettled(document.getAnimations()
          .filter((animation) => animation instanceof CSSTransition)
          .map((animation) => animation.finished)))`,
    );
    const found = await accessibilityProblems(page);
    problems.push(...found.map((problem) => `${colorScheme}: ${problem}`));
  }
  return problems;
}

/** Returns by how many pixels the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}
