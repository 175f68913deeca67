import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chromiumFromNpm } from "./chromium-from-npm.ts";
import { startBrowser } from "./start-browser.ts";
import { unpackOnce } from "./unpack-once.ts";

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
    const path = join(directory, "below", "unpacked");
    const seen = await Promise.all(
      [1, 2, 3].map(async (nth) => {
        await unpackOnce(path, async (begun) => {
          await writeFile(join(begun, "first"), `${nth}`);
          await sleep(20 * nth);
          await writeFile(join(begun, "last"), `${nth}`);
        });
        return (await readdir(path)).toSorted();
      }),
    );
    expect(seen).toEqual([1, 2, 3].map(() => ["first", "last"]));
    expect(await readdir(join(directory, "below"))).toEqual(["unpacked"]);
    await unpackOnce(path, () => Promise.reject(new Error("unpacked again")));
  });

  it("leaves nothing of what it could not unpack", async () => {
    const failed = unpackOnce(join(directory, "unpacked"), async (begun) => {
      await writeFile(join(begun, "first"), "");
      throw new Error("no disk left");
    });
    await expect(failed).rejects.toThrow("no disk left");
    expect(await readdir(directory)).toEqual([]);
  });

  it("opens a page", async () => {
    const { executablePath } = await chromiumFromNpm();
    expect(await readdir(dirname(executablePath))).toEqual(
      expect.arrayContaining(["al2023", "chromium", "fonts", "fonts.conf"]),
    );
    const browser = await startBrowser({});
    expect(browser.version()).toMatch(/^\d+\./);
    const page = await browser.newPage();
    await page.setContent("<h1>Here</h1>");
    await expect.poll(() => page.textContent("h1")).toBe("Here");
    await browser.close();
  });
});
