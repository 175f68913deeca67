import { type Browser, chromium } from "playwright-core";
import { type BrowserProgram, chromiumFromNpm } from "./chromium-from-npm.ts";

/** The path of an installed Chrome or Chromium, in place of the one from npm. */
const chosenBrowser = "TREASURY_TEST_BROWSER";

/**
 * Starts a headless browser, which exits with this process.
 *
 * @throws Error with a remedy when none starts.
 */
export async function startBrowser(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Browser> {
  const chosen = environment[chosenBrowser];
  try {
    const program = chosen === undefined ? await chromiumFromNpm() : programAt(chosen, environment);
    return await chromium.launch({
      executablePath: program.executablePath,
      env: program.env,
      // Root in a container has no sandbox, and the pages are our own.
      chromiumSandbox: false,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy =
      chosen === undefined
        ? `Set ${chosenBrowser} to the path of a Chrome or Chromium of this machine.`
        : `${chosenBrowser} is set to ${chosen}. Unset it to use the browser from npm on Linux on x64.`;
    throw new Error(`No browser starts for the tests. ${remedy} ${reason}`, { cause: error });
  }
}

function programAt(
  executablePath: string,
  environment: Readonly<Record<string, string | undefined>>,
): BrowserProgram {
  const set = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { executablePath, env: Object.fromEntries(set) };
}
