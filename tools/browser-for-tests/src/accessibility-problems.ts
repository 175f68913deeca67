import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** Returns axe's findings on a page, one line per element. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axe.source};undefined`);
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))",
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
