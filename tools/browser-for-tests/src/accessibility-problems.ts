import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns axe's findings on a page, one line per element. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // A page keeps it until it is left.
  const isLoaded = await page.evaluate<boolean>("'axe' in globalThis");
  if (!isLoaded) await page.evaluate(`${axe};undefined`);
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))",
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
