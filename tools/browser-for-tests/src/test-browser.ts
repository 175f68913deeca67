import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll, expect } from "vitest";
import { startBrowser } from "./start-browser.ts";

export { accessibilityProblems } from "./accessibility-problems.ts";
export { pressTabUntil } from "./press-tab-until.ts";
export type { Locator, Page } from "playwright-core";

/** A browser for the tests of a worker. */
export interface TestBrowser {
  /** A page in a new browser context. It closes with the test. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
}

/** The time limit of a page's expected state on a slow machine. */
const patienceMs = 120_000;

/**
 * Pages load the changes of others after these intervals, the first of which is SWR's for repeated
 * requests. Tests would mostly wait for that.
 */
const refreshSooner = `
  const intervalsMs = [2000, 2500, 5000, 10_000];
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (run, delayMs, ...values) =>
    later(run, intervalsMs.includes(delayMs) ? delayMs / 5 : delayMs, ...values);
`;

let started: Promise<Browser> | undefined;

/**
 * Starts a browser before the tests of a file, or takes the one that another file of the worker started. It exits
 * with the worker. A test fails when a script of its pages throws or violates the page's policy.
 */
export function testBrowser(): TestBrowser {
  let browser: Browser | null = null;
  const visitors: BrowserContext[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await (started ??= startBrowser());
  });
  afterEach(async () => {
    await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
    expect(problems.splice(0), "errors in the page").toEqual([]);
  });

  return {
    newPage: async (options = {}) => {
      if (browser === null) throw new Error("The browser is only available during tests.");
      const visitor = await browser.newContext({
        locale: "en-US",
        timezoneId: "UTC",
        reducedMotion: "reduce",
        ...options,
      });
      visitors.push(visitor);
      visitor.setDefaultTimeout(patienceMs);
      await visitor.addInitScript(refreshSooner);
      visitor.on("weberror", (event) => problems.push(event.error().message));
      visitor.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) problems.push(message.text());
      });
      return visitor.newPage();
    },
  };
}
