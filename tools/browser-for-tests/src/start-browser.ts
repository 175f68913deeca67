import { type Browser, chromium } from "playwright-core";
import { type BrowserProgram, chromiumFromNpm } from "./chromium-from-npm.ts";

/** Names a Chrome or Chromium that is there already, in place of the one from npm. */
const chosenBrowser = "TREASURY_TEST_BROWSER";

/**
 * Starts a browser, without a window. It ends with this process, however that ends.
 *
 * @throws Error when none starts, saying what to do.
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
      // Root in a container has no sandbox to give, and the pages are our own.
      chromiumSandbox: false,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy =
      chosen === undefined
        ? `Set ${chosenBrowser} to the path of a Chrome or Chromium of this machine.`
        : `${chosenBrowser} names ${chosen}. Unset it for the browser that npm brings to Linux on x64.`;
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
