import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chromiumFromNpm } from "./chromium-from-npm.ts";
import { startBrowser } from "./start-browser.ts";

describe("the browser for tests", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-browser-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it("reports a remedy when no browser starts", async () => {
    const missing = join(directory, "no-browser");
    await expect(startBrowser({ TREASURY_TEST_BROWSER: missing })).rejects.toThrow(
      `No browser starts for the tests. TREASURY_TEST_BROWSER is set to ${missing}. Unset it`,
    );
  });

  it("is unpacked once and completely under concurrency", async () => {
    const programs = await Promise.all([1, 2, 3].map(() => chromiumFromNpm(directory)));
    const [first] = programs;
    expect(programs).toEqual([first, first, first]);
    expect(await readdir(directory)).toHaveLength(1);
    expect(await readdir(join(first!.executablePath, ".."))).toEqual(
      expect.arrayContaining(["al2023", "chromium", "fonts", "fonts.conf"]),
    );
  });

  it("opens a page", async () => {
    const browser = await startBrowser({});
    expect(browser.version()).toMatch(/^\d+\./);
    const page = await browser.newPage();
    await page.setContent("<h1>Here</h1>");
    expect(await page.textContent("h1")).toBe("Here");
    await browser.close();
  });
});
